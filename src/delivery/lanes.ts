import type { DueRow } from '../database/due-rows.ts'
import type { MessageKind } from './kind.ts'

export type DueDelivery = DueRow<'delivery_id', 'next_attempt_at'> & { kind: MessageKind }

/** A place in the order of all due deliveries. */
export type Position = Pick<DueDelivery, 'next_attempt_at' | 'delivery_id'>

/** Reads up to `count` due deliveries of an entity, in order, after a position. */
type ReadLane = (entityId: string, count: number, after: Position) => Promise<DueDelivery[]>

/** Due deliveries of one entity. */
interface Lane {
  waiting: Map<string, DueDelivery>
  /** The last delivery that was added in order. */
  last: Position
  /** Whether others are due after it. */
  hasMore: boolean
}

// An entity with 100,000 due deliveries takes as much memory as one with 200.
const maxWaiting = 200

/** Due deliveries of which each entity has a lane, and the lanes take turns. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  readonly #read: ReadLane

  constructor(read: ReadLane) {
    this.#read = read
  }

  get isEmpty() {
    return this.#lanes.size === 0
  }

  /** Adds a delivery to the lane of its entity, unless the lane is full. */
  add(due: DueDelivery) {
    const lane = this.#lanes.get(due.entity_id) ?? { waiting: new Map(), last: due, hasMore: false }
    this.#lanes.set(due.entity_id, lane)
    const isBefore = comparePositions(due, lane.last) < 0
    if (lane.waiting.size >= maxWaiting || (lane.hasMore && !isBefore)) {
      lane.hasMore = true
      return
    }
    lane.waiting.set(due.delivery_id, due)
    if (!isBefore) lane.last = due
  }

  /** Removes the first delivery of the next lane, and moves the lane to the back. */
  async takeNext(): Promise<DueDelivery | undefined> {
    for (const [entityId, lane] of this.#lanes) {
      if (lane.waiting.size === 0) await this.#refill(entityId, lane)
      this.#lanes.delete(entityId)
      const [first] = lane.waiting.values()
      if (!first) continue
      lane.waiting.delete(first.delivery_id)
      if (lane.waiting.size > 0 || lane.hasMore) this.#lanes.set(entityId, lane)
      return first
    }
    return undefined
  }

  async #refill(entityId: string, lane: Lane) {
    const rest = await this.#read(entityId, maxWaiting, lane.last)
    for (const due of rest) lane.waiting.set(due.delivery_id, due)
    lane.last = rest.at(-1) ?? lane.last
    lane.hasMore = rest.length === maxWaiting
  }
}

const comparePositions = (one: Position, other: Position) =>
  one.next_attempt_at - other.next_attempt_at || (one.delivery_id < other.delivery_id ? -1 : 1)
