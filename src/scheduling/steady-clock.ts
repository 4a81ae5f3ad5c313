import { type Clock, seconds } from '../instant.ts'
import { leaseMicros } from './lease.ts'

// Time servers correct a clock in smaller steps.
const minJumpMicros = seconds(5)

/** Detects jumps of the wall clock. The returned function creates a clock for one batch of tasks. This clock
 *  starts at the current wall-clock time and advances with the monotonic clock. After a jump, the function returns
 *  undefined for one lease duration, until every lease from before the jump has ended. */
export function steadyClock(clock: Clock, onJump: () => void = () => {}): () => Clock | undefined {
  let offset = clock.now() - clock.monotonic()
  let jumpedAt = Number.NEGATIVE_INFINITY
  return () => {
    const started = clock.monotonic()
    const now = clock.now()
    if (Math.abs(now - started - offset) > minJumpMicros) {
      jumpedAt = started
      onJump()
    }
    offset = now - started
    if (started - jumpedAt < leaseMicros) return undefined
    return { now: () => now + clock.monotonic() - started, monotonic: () => clock.monotonic() }
  }
}
