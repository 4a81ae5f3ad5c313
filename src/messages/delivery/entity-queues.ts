import type { DueRow } from '../../platform/database/due-rows.ts'
import type { MessageKind } from './kind.ts'

export type DueDelivery = DueRow<'delivery_id', 'next_attempt_at'> & { kind: MessageKind }

/** A place in the order of all due deliveries. */
export type Position = Pick<DueDelivery, 'next_attempt_at' | 'delivery_id'>

/** Reads up to `count` due deliveries of an entity, in order, after a position. */
type ReadQueue = (entityId: string, count: number, after: Position) => Promise<DueDelivery[]>

/** Due deliveries of one entity. */
interface EntityQueue {
  queued: Map<string, DueDelivery>
  /** The last delivery that was added in order. */
  last: Position
  /** Whether others are due after it. */
  hasMore: boolean
}

// Limits the memory of an entity with 100,000 due deliveries to that of 200.
const maxQueued = 200

/** One queue of due deliveries for each entity. The queues are served round-robin. */
export class EntityQueues {
  readonly #queues = new Map<string, EntityQueue>()
  readonly #read: ReadQueue

  constructor(read: ReadQueue) {
    this.#read = read
  }

  get isEmpty() {
    return this.#queues.size === 0
  }

  /** Adds a delivery to the queue of its entity, unless the queue is full. */
  add(due: DueDelivery) {
    const queue = this.#queues.get(due.entity_id) ?? { queued: new Map(), last: due, hasMore: false }
    this.#queues.set(due.entity_id, queue)
    const isBefore = comparePositions(due, queue.last) < 0
    if (queue.queued.size >= maxQueued || (queue.hasMore && !isBefore)) {
      queue.hasMore = true
      // The next read begins there: a pass may add the newest deliveries before the earlier ones.
      if (isBefore) queue.last = { next_attempt_at: due.next_attempt_at, delivery_id: '' }
      return
    }
    queue.queued.set(due.delivery_id, due)
    if (!isBefore) queue.last = due
  }

  /** Removes the first delivery of the next queue, and moves the queue to the back. */
  async takeNext(): Promise<DueDelivery | undefined> {
    for (const [entityId, queue] of this.#queues) {
      // If the read fails, a whole pass finds the entity's deliveries again.
      this.#queues.delete(entityId)
      if (queue.queued.size === 0) await this.#refill(entityId, queue)
      const [first] = queue.queued.values()
      if (!first) continue
      queue.queued.delete(first.delivery_id)
      if (queue.queued.size > 0 || queue.hasMore) this.#queues.set(entityId, queue)
      return first
    }
    return undefined
  }

  async #refill(entityId: string, queue: EntityQueue) {
    const rest = await this.#read(entityId, maxQueued, queue.last)
    for (const due of rest) queue.queued.set(due.delivery_id, due)
    queue.last = rest.at(-1) ?? queue.last
    queue.hasMore = rest.length === maxQueued
  }
}

const comparePositions = (one: Position, other: Position) =>
  one.next_attempt_at - other.next_attempt_at || (one.delivery_id < other.delivery_id ? -1 : 1)
