import type { FastifyBaseLogger } from 'fastify'
import { unlessUnavailable } from '../errors/errors.ts'
import type { CheckClock, ClockVerdict } from '../scheduling/steady-clock.ts'
import { type Clock, formatInstant, type Instant, type Microseconds, minutes, seconds } from '../time/instant.ts'
import type { Database } from './database.ts'
import type { TableData } from './table-data.ts'

declare module './schema.ts' {
  interface Schema {
    /** The time of the latest comparison by any process, in one row. */
    clock_readings: {
      clock_reading_id: 1
      read_at: Instant
    }
  }
}

export const clockReadingsData = {
  foundBy: 'no contact',
  columns: {
    clock_reading_id: 'none',
    read_at: 'none',
  },
} satisfies TableData<'clock_readings'>

// As Kerberos tolerates. A time server keeps clocks within a second. Two machines may differ by twice as much.
const toleranceMicros = minutes(5)
const everyMicros = minutes(1)
const everyWhileWrongMicros = seconds(5)

/** Returns the check of this process. Once a minute, it compares the wall clock with that of the database server, and with the
 *  latest stored time. SQLite has no clock of its own: there, a start with a clock that is ahead looks like a start after a long
 *  stop.
 *  @param onSetBack corrects the decisions of processes whose clock was ahead
 *  @param onOffset hears by how much the wall clock is behind that of the server; 0: they agree */
export function clockCheck(
  database: Database,
  log: FastifyBaseLogger,
  onSetBack: (now: Instant) => Promise<void>,
  onOffset: (offset: Microseconds) => void = () => {},
): CheckClock {
  let latest: ClockVerdict = 'right'
  let nextAt = Number.NEGATIVE_INFINITY
  let checking: Promise<ClockVerdict> | undefined
  return async (clock, hasJumped) => {
    if (checking) return checking
    if (!hasJumped && clock.monotonic() < nextAt) return latest
    checking = compare(clock)
    try {
      return await checking
    } finally {
      checking = undefined
    }
  }

  async function compare(clock: Clock): Promise<ClockVerdict> {
    // A comparison that fails is repeated at the next call.
    nextAt = Number.NEGATIVE_INFINITY
    const serverTime = await database.engine.serverTime()
    const isRight = agrees(serverTime, clock.now())
    onOffset(isRight ? 0 : serverTime! - clock.now())
    if (!isRight) {
      nextAt = clock.monotonic() + everyWhileWrongMicros
      return 'wrong'
    }
    const now = clock.now()
    const isSetBack = (await lastReading(database)) > now + 2 * toleranceMicros
    if (isSetBack) {
      log.warn(`The clock was set back to ${formatInstant(now)}. Decisions that depend on a later time are corrected.`)
      await onSetBack(now)
    }
    // The reading cannot be stored while the primary or a node of a cluster is lost.
    await storeReading(database, now).catch(unlessUnavailable)
    nextAt = clock.monotonic() + everyMicros
    return isSetBack ? 'set-back' : 'right'
  }

  /** Logs a disagreement when it begins and when it ends. */
  function agrees(serverTime: Instant | undefined, now: Instant): boolean {
    const isRight = serverTime === undefined || Math.abs(serverTime - now) <= toleranceMicros
    if (!isRight && latest === 'right')
      log.error(
        `The clock of this machine says ${formatInstant(now)}, and that of the database server ${formatInstant(serverTime)}. Messages, reminders and webhooks wait until they agree within 5 minutes. Correct the clock that is wrong, and run NTP on both machines.`,
      )
    if (isRight && latest === 'wrong') log.warn('The clocks of this machine and the database server agree again.')
    latest = isRight ? 'right' : 'wrong'
    return isRight
  }
}

async function lastReading(database: Database): Promise<Instant> {
  const row = await database.selectFrom('clock_readings').select('read_at').executeTakeFirst()
  return row?.read_at ?? 0
}

const storeReading = (database: Database, read_at: Instant) =>
  database
    .insertInto('clock_readings')
    .values({ clock_reading_id: 1, read_at })
    .onConflict((conflict) => conflict.column('clock_reading_id').doUpdateSet({ read_at }))
    .execute()
