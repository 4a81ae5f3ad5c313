import { hours, type Instant, minutes, seconds } from '../instant.ts'

const firstDelayMicros = seconds(10)
const maxDelayMicros = hours(1)

/** How long one process may be at a delivery before another takes it for dead. */
export const leaseMicros = minutes(2)

/** When to try again after so many attempts: twice as long each time, up to an hour, and a random part of it less, so that
 *  what failed together does not come back together. */
export function nextAttempt(attempts: number, now: Instant, random = Math.random()): Instant {
  const delayMicros = Math.min(firstDelayMicros * 2 ** (attempts - 1), maxDelayMicros)
  return now + Math.round(delayMicros * (1 - random / 2))
}
