import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedIn } from '../database/prepared.ts'
import { Problem } from '../errors.ts'
import { type Clock, type Instant, minutes, seconds } from '../instant.ts'

const mostMisses = 30
const window = minutes(1)
// So many of a budget's parts are handed out in a window: a process that is left holding one keeps little from the others.
const parts = 50
const askAgainAfter = seconds(5)

/** What each credential may use up in a minute; counted exactly, however many requests and processes are at it. */
export interface Budgets {
  /** Gives a promise only where other processes have to be asked.
   *  @throws Problem rate-limited */
  takeRequest(credentialId: string): void | Promise<void>
  /** Runs a check-in look-up. When it fails as a guess would, it counts: past the budget none is looked up any more.
   *  @throws Problem rate-limited, and whatever `find` throws */
  lookUp<T>(credentialId: string, find: () => Promise<T>, isMiss: (error: unknown) => boolean): Promise<T>
}

/** @param perMinute requests for each credential; 0 lifts both budgets */
export function createBudgets(database: Database, clock: Clock, perMinute: number): Budgets {
  if (perMinute === 0) return { takeRequest() {}, lookUp: (_credentialId, find) => find() }

  const requests = new Budget(database, clock, 'requests', perMinute)
  const misses = new Budget(database, clock, 'misses', mostMisses)
  return {
    takeRequest: (credentialId) => requests.take(credentialId),
    async lookUp(credentialId, find, isMiss) {
      misses.refuseIfSpent(credentialId)
      try {
        return await find()
      } catch (error) {
        if (isMiss(error)) await misses.take(credentialId)
        throw error
      }
    },
  }
}

/** What this process may still hand out of a credential's budget before it has to ask for more. */
interface Share {
  left: number
  isLast: boolean
  until: Instant
}

/** So many of something in each window, which begins with the first, for all processes together. */
class Budget {
  readonly #database: Database
  readonly #clock: Clock
  readonly #kind: string
  readonly #most: number
  readonly #shares = new Map<string, Share>()
  readonly #asking = new Map<string, Promise<void>>()

  constructor(database: Database, clock: Clock, kind: string, most: number) {
    this.#database = database
    this.#clock = clock
    this.#kind = kind
    this.#most = most
  }

  /** @throws Problem rate-limited */
  take(key: string): void | Promise<void> {
    const share = this.#current(key)
    if (!share || (share.left === 0 && !share.isLast)) return this.#askForMore(key).then(() => this.take(key))
    this.refuseIfSpent(key)
    share.left--
  }

  /** @throws Problem rate-limited */
  refuseIfSpent(key: string) {
    const share = this.#current(key)
    if (!share?.isLast || share.left > 0) return
    const left = share.until - this.#clock.now()
    throw new Problem('rate-limited', {}, { 'Retry-After': String(Math.ceil(left / seconds(1))) })
  }

  #current(key: string): Share | undefined {
    const share = this.#shares.get(key)
    return share && share.until > this.#clock.now() ? share : undefined
  }

  /** Asks once for all who wait. */
  #askForMore(key: string): Promise<void> {
    const asking = this.#asking.get(key) ?? this.#ask(key).finally(() => this.#asking.delete(key))
    this.#asking.set(key, asking)
    return asking
  }

  async #ask(key: string) {
    const now = this.#clock.now()
    const part = Math.ceil(this.#most / parts)
    try {
      const [taken] = await takePart(this.#database, { id: key, kind: this.#kind, now, end: now + window, part })
      const { used, ends_at } = taken!
      const left = Math.max(0, part - Math.max(0, used - this.#most))
      this.#shares.set(key, { left, isLast: used >= this.#most, until: ends_at })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // Reads may go on without the database that is written to: until it is back, each process counts by itself.
      this.#shares.set(key, { left: this.#most, isLast: true, until: now + askAgainAfter })
    }
  }
}

type Part = { id: string; kind: string; now: Instant; end: Instant; part: number }

/** Takes a part of what is left in the window, or begins another. */
const takePart = preparedIn((database, { id, kind, now, end, part }: Part) =>
  database
    .insertInto('budgets')
    .values({ access_token_id: id, kind, ends_at: end, used: part })
    .onConflict((conflict) =>
      conflict.columns(['access_token_id', 'kind']).doUpdateSet({
        used: sql`case when budgets.ends_at <= ${now} then 0 else budgets.used end + ${part}`,
        ends_at: sql`case when budgets.ends_at <= ${now} then ${end} else budgets.ends_at end`,
      }),
    )
    .returning(['used', 'ends_at']),
)
