import { Problem } from '../errors.ts'
import { type Clock, type Instant, minutes } from '../instant.ts'

const mostMisses = 30

/** What each credential may use up in a minute; counted exactly, however many requests are under way at once. */
export interface Budgets {
  /** @throws Problem rate-limited */
  takeRequest(credentialId: string): void
  /** Runs a check-in look-up. When it fails as a guess would, it counts: past the budget none is looked up any more.
   *  @throws Problem rate-limited, and whatever `find` throws */
  lookUp<T>(credentialId: string, find: () => Promise<T>, isMiss: (error: unknown) => boolean): Promise<T>
}

/** @param perMinute requests for each credential; 0 lifts both budgets */
export function createBudgets(clock: Clock, perMinute: number): Budgets {
  if (perMinute === 0) return { takeRequest() {}, lookUp: (_credentialId, find) => find() }

  const requests = new Budget(clock, perMinute)
  const misses = new Budget(clock, mostMisses)
  return {
    takeRequest: (credentialId) => requests.take(credentialId),
    async lookUp(credentialId, find, isMiss) {
      misses.refuseIfSpent(credentialId)
      try {
        return await find()
      } catch (error) {
        if (isMiss(error)) misses.take(credentialId)
        throw error
      }
    },
  }
}

/** So many of something in each minute, which begins with the first. */
class Budget {
  readonly #clock: Clock
  readonly #most: number
  readonly #used = new Map<string, { count: number; until: Instant }>()

  constructor(clock: Clock, most: number) {
    this.#clock = clock
    this.#most = most
  }

  take(key: string) {
    this.refuseIfSpent(key)
    const used = this.#used.get(key)
    if (used && used.until > this.#clock.now()) used.count++
    else this.#used.set(key, { count: 1, until: this.#clock.now() + minutes(1) })
  }

  refuseIfSpent(key: string) {
    const used = this.#used.get(key)
    const left = used ? used.until - this.#clock.now() : 0
    if (!used || left <= 0 || used.count < this.#most) return
    throw new Problem('rate-limited', {}, { 'Retry-After': String(Math.ceil(left / 1_000_000)) })
  }
}
