import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedIn } from '../database/prepared.ts'
import { Problem } from '../errors.ts'
import { type Clock, type Instant, minutes, seconds } from '../instant.ts'

const maxMisses = 30
const windowMicros = minutes(1)
// Clocks of several machines differ. A window that ends later than this was begun while a clock was wrong.
const maxWindowMicros = 2 * windowMicros
// A process gets so large a part of what is left at a time: one that is left holding it keeps little from the others.
const part = 50
/** What each credential may use up in a minute; counted exactly, however many requests and processes are at it. */
export interface Budgets {
  /** Gives a promise only where other processes have to be asked.
   *  @throws Problem rate-limited */
  takeRequest(credentialId: string): void | Promise<void>
  /** Counts a check-in look-up that found nothing, as a guess would. Past this budget a miss gets 429 instead of 404;
   *  hits still succeed.
   *  @throws Problem rate-limited */
  takeMiss(credentialId: string): void | Promise<void>
}

/** @param perMinute requests for each credential; 0 lifts both budgets */
export function createBudgets(database: Database, clock: Clock, perMinute: number): Budgets {
  if (perMinute === 0) return { takeRequest() {}, takeMiss() {} }
  const requests = new Budget(database, clock, 'requests', perMinute)
  const misses = new Budget(database, clock, 'misses', maxMisses)
  return {
    takeRequest: (credentialId) => requests.take(credentialId),
    takeMiss: (credentialId) => misses.take(credentialId),
  }
}

/** What this process may still hand out of a credential's budget before it has to ask for more. */
interface Share {
  left: number
  isLast: boolean
  /** When the window ends, by the monotonic clock. */
  until: number
}

/** So many of something in each window, which begins with the first, for all processes together. */
class Budget {
  readonly #database: Database
  readonly #clock: Clock
  readonly #kind: string
  readonly #max: number
  readonly #shares = new Map<string, Share>()
  readonly #asking = new Map<string, Promise<void>>()

  constructor(database: Database, clock: Clock, kind: string, max: number) {
    this.#database = database
    this.#clock = clock
    this.#kind = kind
    this.#max = max
  }

  /** @throws Problem rate-limited */
  take(key: string): void | Promise<void> {
    const share = this.#current(key)
    if (!share || (share.left === 0 && !share.isLast)) return this.#askForMore(key).then(() => this.take(key))
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

  /** Asks once for all who wait. */
  #askForMore(key: string): Promise<void> {
    const asking = this.#asking.get(key) ?? this.#ask(key).finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    return asking
  }

  async #ask(key: string) {
    const now = this.#clock.now()
    const started = this.#clock.monotonic()
    const first = Math.ceil(this.#max / part)
    const asked = {
      id: key,
      kind: this.#kind,
      now,
      end: now + windowMicros,
      furthest: now + maxWindowMicros,
      max: this.#max,
      first,
    }
    try {
      const [taken] = await takePart(this.#database, asked)
      const { used, given, ends_at } = taken!
      this.#shares.set(key, {
        left: given,
        isLast: used >= this.#max,
        until: started + Math.min(ends_at - now, windowMicros),
      })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // Reads may go on without the database that is written to: in this window, this process counts by itself.
      this.#shares.set(key, { left: this.#max, isLast: true, until: started + windowMicros })
    }
  }
}

type Asked = { id: string; kind: string; now: Instant; end: Instant; furthest: Instant; max: number; first: number }

/** Takes a part of what is left in the window, or begins another. */
const takePart = preparedIn((database, { id, kind, now, end, furthest, max, first }: Asked) => {
  const isOver = sql`(budgets.ends_at <= ${now} or budgets.ends_at > ${furthest})`
  const left = sql`(cast(${max} as bigint) - budgets.used)`
  const share = sql`case when ${left} <= 0 then 0 when ${left} < ${sql.lit(part)} then 1 else ${left} / ${sql.lit(part)} end`
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
