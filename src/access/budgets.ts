import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedIn } from '../database/prepared.ts'
import { Problem } from '../errors.ts'
import { type Clock, type Instant, minutes, seconds } from '../instant.ts'

const maxMisses = 30
const windowMicros = minutes(1)
// The clocks of machines differ. If a window ends later than this, a clock was wrong when the window began.
const maxWindowMicros = 2 * windowMicros
// A process reserves 1/50 of the remaining budget at a time: an unused share costs the other processes little.
const sharesPerBudget = 50

/** The budgets of each credential per minute. Concurrent requests and processes share one exact count. */
export interface Budgets {
  /** Returns a promise only when the process has to reserve a share in the database.
   *  @throws Problem rate-limited */
  takeRequest(credentialId: string): void | Promise<void>
  /** Counts a check-in lookup without a result: it may be a guess. Over budget, a miss returns 429 instead of 404.
   *  Hits still succeed.
   *  @throws Problem rate-limited */
  takeMiss(credentialId: string): void | Promise<void>
}

/** @param perMinute requests per credential; 0 disables both budgets */
export function createBudgets(database: Database, clock: Clock, perMinute: number): Budgets {
  if (perMinute === 0) return { takeRequest() {}, takeMiss() {} }
  const requests = new Budget(database, clock, 'requests', perMinute)
  const misses = new Budget(database, clock, 'misses', maxMisses)
  return {
    takeRequest: (credentialId) => requests.take(credentialId),
    takeMiss: (credentialId) => misses.take(credentialId),
  }
}

/** The part of a credential's budget that this process has reserved. */
interface Share {
  left: number
  isLast: boolean
  /** The end of the window, by the monotonic clock. */
  until: number
}

/** Limits one kind of event per window, for all processes together. A window begins with its first event. */
class Budget {
  readonly #database: Database
  readonly #clock: Clock
  readonly #kind: string
  readonly #max: number
  readonly #shares = new Map<string, Share>()
  readonly #reserving = new Map<string, Promise<void>>()

  constructor(database: Database, clock: Clock, kind: string, max: number) {
    this.#database = database
    this.#clock = clock
    this.#kind = kind
    this.#max = max
  }

  /** @throws Problem rate-limited */
  take(key: string): void | Promise<void> {
    const share = this.#current(key)
    if (!share || (share.left === 0 && !share.isLast)) return this.#reserve(key).then(() => this.take(key))
    if (share.left === 0) {
      const leftMicros = share.until - this.#clock.monotonic()
      throw new Problem('rate-limited', {}, { 'Retry-After': String(Math.ceil(leftMicros / seconds(1))) })
    }
    share.left--
  }

  #current(key: string): Share | undefined {
    const share = this.#shares.get(key)
    return share && share.until > this.#clock.monotonic() ? share : undefined
  }

  /** Concurrent requests of a key share one reservation. */
  #reserve(key: string): Promise<void> {
    const reserving = this.#reserving.get(key) ?? this.#reserveShare(key).finally(() => this.#reserving.delete(key))
    this.#reserving.set(key, reserving)
    return reserving
  }

  async #reserveShare(key: string) {
    const now = this.#clock.now()
    const started = this.#clock.monotonic()
    const first = Math.ceil(this.#max / sharesPerBudget)
    const reservation = {
      id: key,
      kind: this.#kind,
      now,
      end: now + windowMicros,
      latestEnd: now + maxWindowMicros,
      max: this.#max,
      first,
    }
    try {
      const [reserved] = await reserveShareOf(this.#database, reservation)
      const { used, given, ends_at } = reserved!
      this.#shares.set(key, {
        left: given,
        isLast: used >= this.#max,
        until: started + Math.min(ends_at - now, windowMicros),
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // Replicas can serve reads while the primary is unavailable. In this window, this process counts alone.
      this.#shares.set(key, { left: this.#max, isLast: true, until: started + windowMicros })
    }
  }
}

type Reservation = {
  id: string
  kind: string
  now: Instant
  end: Instant
  latestEnd: Instant
  max: number
  first: number
}

/** Reserves a share of the remaining budget, or begins a new window. */
const reserveShareOf = preparedIn((database, { id, kind, now, end, latestEnd, max, first }: Reservation) => {
  const isOver = sql`(budgets.ends_at <= ${now} or budgets.ends_at > ${latestEnd})`
  const left = sql`(cast(${max} as bigint) - budgets.used)`
  const share = sql`case when ${left} <= 0 then 0 when ${left} < ${sql.lit(sharesPerBudget)} then 1 else ${left} / ${sql.lit(sharesPerBudget)} end`
  return database
    .insertInto('budgets')
    .values({ access_token_id: id, kind, ends_at: end, used: first, given: first })
    .onConflict((conflict) =>
      conflict.columns(['access_token_id', 'kind']).doUpdateSet({
        used: sql`case when ${isOver} then ${first} else budgets.used + ${share} end`,
        given: sql`case when ${isOver} then ${first} else ${share} end`,
        ends_at: sql`case when ${isOver} then ${end} else budgets.ends_at end`,
      }),
    )
    .returning(['used', 'given', 'ends_at'])
})
