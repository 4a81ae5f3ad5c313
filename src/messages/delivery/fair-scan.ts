import { scheduler } from 'node:timers/promises'
import { passMicros } from '../../platform/scheduling/due-scan.ts'
import { type Clock, type Instant, type Microseconds, seconds } from '../../platform/time/instant.ts'
import { type DueDelivery, EntityQueues, type Position } from './entity-queues.ts'
import { answersContact } from './kind.ts'

/** An entity's deliveries that answer its contacts, or its other ones. */
export interface QueueKey {
  entityId: string
  isAnswer: boolean
}

/** Selects up to `count` due deliveries of all entities, in order, after a position. */
type SelectDue = (count: number, now: Instant, after: Position | undefined) => Promise<DueDelivery[]>

/** Selects up to `count` due deliveries of a queue, in order, after a position. */
type SelectOfQueue = (key: QueueKey, count: number, now: Instant, after: Position) => Promise<DueDelivery[]>

// A page takes 0.4 ms on SQLite, where it blocks the event loop, and 0.9 ms on PostgreSQL.
const pageSize = 500
// A pass over 100,000 deliveries takes 0.15 s on SQLite and 0.3 s on PostgreSQL. After each 50 ms, the process starts messages.
const maxFindMicros = seconds(1 / 20)
const recentEveryMicros = seconds(1 / 2)
// A delivery whose transaction takes longer to commit waits for the next whole pass.
const lateMicros = seconds(5)

/** Reads due deliveries of all entities in order, a page at a time. */
interface Pass {
  after: Position | undefined
  tookMicros: Microseconds
}

/** Round-robin scan of the due deliveries of all entities (docs/decisions/0110). Twice a second, a recent pass reads what fell due since
 *  the previous pass. A whole pass is rarer, and begins with the earliest delivery, because another process's lease may have ended.
 *  The queues are hints: a lease checks again that a delivery is due. */
export class FairScan {
  readonly #select: SelectDue
  readonly #answers: EntityQueues
  readonly #others: EntityQueues
  /** The queues whose turn it is, and the other ones. */
  #turns: readonly [EntityQueues, EntityQueues]
  #now: Instant = 0
  #whole: Pass | undefined
  #recent: Pass | undefined
  #nextWhole = Number.NEGATIVE_INFINITY
  #nextRecent = Number.NEGATIVE_INFINITY
  /** The ids of the deliveries that the latest call returned. */
  #handedOut: ReadonlySet<string> = new Set()
  /** The wall-clock time up to which passes have read. Transactions that commit late may be missing. */
  #foundUntil: Instant | undefined

  constructor(select: SelectDue, selectOfQueue: SelectOfQueue) {
    const queues = (isAnswer: boolean) =>
      new EntityQueues((entityId, count, after) => selectOfQueue({ entityId, isAnswer }, count, this.#now, after))
    this.#select = select
    this.#answers = queues(true)
    this.#others = queues(false)
    this.#turns = [this.#answers, this.#others]
  }

  /** Returns up to `count` due deliveries, without a lock. */
  async next(count: number, clock: Clock): Promise<DueDelivery[]> {
    this.#now = clock.now()
    const isEmpty = this.#answers.isEmpty && this.#others.isEmpty
    if (isEmpty && !this.#whole) this.#nextRecent = Number.NEGATIVE_INFINITY
    await this.#find(clock)
    const due = await this.#take(count)
    // If another transaction has locked them, no lease succeeds: the caller pauses.
    const areSame = isEmpty && due.every(({ delivery_id }) => this.#handedOut.has(delivery_id))
    this.#handedOut = new Set(areSame ? [] : due.map(({ delivery_id }) => delivery_id))
    return areSame ? [] : due
  }

  async #take(count: number): Promise<DueDelivery[]> {
    const due: DueDelivery[] = []
    while (due.length < count) {
      // An answer waits for at most one other message, and the other way round: an entity can cause many answers at a time.
      const [first, second] = this.#turns
      try {
        const next = (await first.takeNext()) ?? (await second.takeNext())
        if (!next) break
        due.push(next)
      } catch (error) {
        if (due.length === 0) throw error
        break
      }
      this.#turns = [second, first]
    }
    return due
  }

  /** Adds due deliveries to the queues, until the passes have ended or the time is over. */
  async #find(clock: Clock) {
    const until = clock.monotonic() + maxFindMicros
    for (let now = clock.monotonic(); now <= until; now = clock.monotonic()) {
      const pass = this.#currentPass(now)
      if (!pass) return
      const page = await this.#select(pageSize, this.#now, pass.after)
      for (const due of page) (answersContact(due.kind) ? this.#answers : this.#others).add(due)
      pass.tookMicros += clock.monotonic() - now
      pass.after = page.at(-1)
      if (page.length < pageSize) this.#end(pass, clock.monotonic())
      else await scheduler.yield()
    }
  }

  #currentPass(now: number): Pass | undefined {
    this.#foundUntil ??= this.#now
    if (!this.#whole && now >= this.#nextWhole) {
      this.#whole = { after: undefined, tookMicros: 0 }
      return this.#whole
    }
    if (now >= this.#nextRecent) {
      const after = { next_attempt_at: this.#foundUntil - lateMicros, delivery_id: '' }
      this.#recent ??= { after, tookMicros: 0 }
    }
    return this.#recent ?? this.#whole
  }

  #end(pass: Pass, now: number) {
    if (pass === this.#whole) {
      this.#whole = undefined
      this.#nextWhole = now + passMicros(pass.tookMicros)
    }
    this.#recent = undefined
    this.#nextRecent = now + recentEveryMicros
    this.#foundUntil = this.#now
  }
}
