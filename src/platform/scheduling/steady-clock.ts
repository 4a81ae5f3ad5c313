import { type Clock, hours, type Instant, type Microseconds, seconds } from '../time/instant.ts'
import { leaseMicros } from './lease.ts'

// Time servers correct a clock in smaller steps.
const minJumpMicros = seconds(5)

/** The grace period after a stop or a jump. Meanwhile, devices send the arrivals that they kept, and a time server corrects the
 *  clock. */
const graceMicros = hours(1)

/** The clock of one batch of tasks. */
export interface WorkClock extends Clock {
  /** The end of the grace period. Until then, the service neither gives up a message as too late, nor notes that a contact has not
   *  come. */
  graceEndsAt: Instant
}

/** The result of a comparison with other clocks. `set-back`: the latest stored time is later. */
export type ClockVerdict = 'right' | 'wrong' | 'set-back'

/** Compares the wall clock with other clocks.
 *  @param hasJumped whether the previous verdict no longer counts */
export type CheckClock = (clock: Clock, hasJumped: boolean) => Promise<ClockVerdict>

/** Creates the clocks of batches. */
export interface SteadyClock {
  /** Returns a clock that starts at the wall-clock time and advances with the monotonic clock. Returns undefined while the
   *  wall clock is wrong, and for one lease duration after a jump, until every lease from before the jump has ended. */
  next(): Promise<WorkClock | undefined>
  /** Restarts the grace period, as after a start, because the database was unavailable. */
  restart(): void
}

/** Detects jumps of the wall clock. A start and each jump begin a grace period. */
export function steadyClock(
  clock: Clock,
  onJump: () => void = () => {},
  check: CheckClock = async () => 'right',
): SteadyClock {
  let offset = clock.now() - clock.monotonic()
  let jumpedAt = Number.NEGATIVE_INFINITY
  let graceBeganAt = clock.monotonic()
  const jump = () => {
    jumpedAt = clock.monotonic()
    graceBeganAt = jumpedAt
    onJump()
  }
  return {
    async next() {
      const hasJumped = measureJump()
      if (hasJumped) jump()
      const verdict = await check(clock, hasJumped)
      if (verdict === 'set-back' && !hasJumped) jump()
      const started = clock.monotonic()
      if (verdict === 'wrong') graceBeganAt = started
      if (verdict === 'wrong' || started - jumpedAt < leaseMicros) return undefined
      const now = clock.now()
      const elapsed = (): Microseconds => clock.monotonic() - started
      return {
        now: () => now + elapsed(),
        monotonic: () => clock.monotonic(),
        graceEndsAt: now + graceBeganAt + graceMicros - started,
      }
    },
    restart() {
      graceBeganAt = clock.monotonic()
    },
  }

  function measureJump(): boolean {
    const latest = clock.now() - clock.monotonic()
    const hasJumped = Math.abs(latest - offset) > minJumpMicros
    offset = latest
    return hasJumped
  }
}
