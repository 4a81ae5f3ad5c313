import { hours, type Instant, minutes, seconds } from '../instant.ts'

const firstDelayMicros = seconds(10)
const maxDelayMicros = hours(1)

/** After this duration, another process may take over a delivery. */
export const leaseMicros = minutes(2)

/** Returns the time of the next attempt: exponential backoff from 10 s to one hour. Jitter of up to half of the delay
 *  spreads the retries of deliveries that failed together. */
export function nextAttempt(attempts: number, now: Instant, random = Math.random()): Instant {
  const delayMicros = Math.min(firstDelayMicros * 2 ** (attempts - 1), maxDelayMicros)
  return now + Math.round(delayMicros * (1 - random / 2))
}
