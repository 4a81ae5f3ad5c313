import { hash } from 'node:crypto'
import type { RateLimiter } from '../../platform/scheduling/rate-limiter.ts'
import { hours, minutes } from '../../platform/time/instant.ts'

const maxMisses = 30
// Test messages cost money, and can go to any address. A person tries ten an hour.
export const maxTests = 20

// A person who mistypes tries a few times. 2,000 guesses a day do not find a password that is on no list.
const maxAttempts = 20
const attemptsMicros = minutes(15)

/** The budgets of each credential per minute, and of the test messages of each entity per hour. */
export interface Budgets {
  /** @throws Problem rate-limited */
  takeRequest(credentialId: string): void
  /** Counts a check-in lookup without a result: it may be a guess. Over budget, a miss returns 429 instead of 404.
   *  Hits still succeed.
   *  @throws Problem rate-limited */
  takeMiss(credentialId: string): void
  /** An administrator can create credentials, so tests count for the entity.
   *  @throws Problem rate-limited */
  takeTest(entityId: string): void
  /** Counts an attempt to sign in with a password. The budget belongs to the typed name, also if no account has it.
   *  @throws Problem rate-limited */
  takeAttempt(name: string): void
}

/** @param perMinute requests per credential; 0 disables the budgets per minute */
export function createBudgets(limiter: RateLimiter, perMinute: number): Budgets {
  const takeTest = (entityId: string) => limiter.take(`tests ${entityId}`, maxTests, hours(1))
  const takeAttempt = (name: string) => limiter.take(`attempts ${hash('sha256', name)}`, maxAttempts, attemptsMicros)
  if (perMinute === 0) return { takeRequest() {}, takeMiss() {}, takeTest, takeAttempt }
  return {
    takeRequest: (credentialId) => limiter.take(`requests ${credentialId}`, perMinute, minutes(1)),
    takeMiss: (credentialId) => limiter.take(`misses ${credentialId}`, maxMisses, minutes(1)),
    takeTest,
    takeAttempt,
  }
}
