import { type Clock, hours, type Instant, type Microseconds, seconds } from '../time/instant.ts'
import { leaseMicros } from './lease.ts'

// Time servers correct a clock in smaller steps.
const minJumpMicros = seconds(5)

/** After a stop or a jump, devices send the arrivals that they kept, and a time server corrects the clock. */
const judgesAfterMicros = hours(1)

/** The clock of one batch of tasks. */
export interface WorkClock extends Clock {
  /** Before this time, the service neither gives up a message as too late, nor notes that a contact has not come. */
  judgesFrom: Instant
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
  /** Counts the time of service anew, as after a start, because the database was away. */
  restart(): void
}

/** Detects jumps of the wall clock, and counts for how long the service has run since the start or the last jump. */
export function steadyClock(
  clock: Clock,
  onJump: () => void = () => {},
  check: CheckClock = async () => 'right',
): SteadyClock {
  let offset = clock.now() - clock.monotonic()
  let jumpedAt = Number.NEGATIVE_INFINITY
  let servesSince = clock.monotonic()
  const jump = () => {
    jumpedAt = clock.monotonic()
    servesSince = jumpedAt
    onJump()
  }
  return {
    async next() {
      const hasJumped = measureJump()
      if (hasJumped) jump()
      const verdict = await check(clock, hasJumped)
      if (verdict === 'set-back' && !hasJumped) jump()
      const started = clock.monotonic()
      if (verdict === 'wrong') servesSince = started
      if (verdict === 'wrong' || started - jumpedAt < leaseMicros) return undefined
      const now = clock.now()
      const elapsed = (): Microseconds => clock.monotonic() - started
      return {
        now: () => now + elapsed(),
        monotonic: () => clock.monotonic(),
        judgesFrom: now + servesSince + judgesAfterMicros - started,
      }
    },
    restart() {
      servesSince = clock.monotonic()
    },
  }

  function measureJump(): boolean {
    const latest = clock.now() - clock.monotonic()
    const hasJumped = Math.abs(latest - offset) > minJumpMicros
    offset = latest
    return hasJumped
  }
}
