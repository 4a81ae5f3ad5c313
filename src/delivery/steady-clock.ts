import { type Clock, seconds } from '../instant.ts'
import { leaseMicros } from './retry.ts'

// Time servers correct a clock in smaller steps.
const minJumpMicros = seconds(5)

/** Detects jumps of the wall clock. The returned function gives a clock for one batch of deliveries, which starts at the
 *  present wall-clock time and is moved on by the monotonic clock alone. It gives undefined for one lease duration after a
 *  jump: by then the clock may be right again, and every lease of before the jump is over. */
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
