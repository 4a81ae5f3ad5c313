import { expect, test } from 'vitest'
import { bootRollcall, eachEngine, type Rollcall } from '../../../test/rollcall.ts'
import { Problem } from '../errors/errors.ts'
import { steadyClock } from '../scheduling/steady-clock.ts'
import { type Clock, hours, type Instant, minutes, seconds, systemClock } from '../time/instant.ts'
import { clockCheck } from './clock-check.ts'

/** A clock that follows the system's, at a distance that the test sets. */
const shiftedClock = () => ({
  by: 0,
  passed: 0,
  now(): number {
    return systemClock.now() + this.by + this.passed
  },
  monotonic(): number {
    return systemClock.monotonic() + this.passed
  },
})

/** The clock of work, compared with those of the database. */
const checkedClock = (
  { database, log }: Pick<Rollcall, 'database' | 'log'>,
  clock: Clock,
  onSetBack: (now: Instant) => Promise<void> = async () => {},
) => steadyClock(clock, () => {}, clockCheck(database, log, onSetBack))

test('while the clock differs from that of the database server, no work has a clock', async () => {
  const { database, log, logged } = await bootRollcall({ engine: 'postgres' })
  const clock = shiftedClock()
  clock.by = hours(96)
  const steady = checkedClock({ database, log }, clock)
  expect(await steady.next()).toBeUndefined()
  clock.passed += seconds(6)
  expect(await steady.next()).toBeUndefined()
  expect(logged.filter((line) => line.includes('The clock of this machine says'))).toHaveLength(1)

  clock.by = 0
  expect(await steady.next()).toBeUndefined()
  // After a jump, leases of before must end.
  clock.passed += minutes(2)
  const batch = (await steady.next())!
  expect(batch.graceEndsAt - batch.now()).toBeGreaterThan(minutes(50))
  expect(logged.filter((line) => line.includes('agree again'))).toHaveLength(1)
})

eachEngine('a start with an earlier clock than stored corrects decisions, once', async ({ database, log }) => {
  const corrected: number[] = []
  const start = (clock: Clock) => checkedClock({ database, log }, clock, async (now) => void corrected.push(now))
  await database
    .insertInto('clock_readings')
    .values({ clock_reading_id: 1, read_at: systemClock.now() + hours(96) })
    .execute()
  const clock = shiftedClock()
  const steady = start(clock)
  expect(await steady.next()).toBeUndefined()
  expect(corrected).toHaveLength(1)
  clock.passed += minutes(2)
  expect(await steady.next()).toBeDefined()
  expect(await start(shiftedClock()).next()).toBeDefined()
  expect(corrected).toHaveLength(1)
})

eachEngine(
  'decisions that could not be corrected at the start are corrected before the next work',
  async ({ database, log }) => {
    let failures = 1
    const clock = shiftedClock()
    const steady = checkedClock({ database, log }, clock, async () => {
      if (failures-- > 0) throw new Problem('database-unavailable')
    })
    await database
      .insertInto('clock_readings')
      .values({ clock_reading_id: 1, read_at: systemClock.now() + hours(96) })
      .execute()
    await expect(steady.next()).rejects.toThrow(Problem)
    expect(await steady.next()).toBeUndefined()
    expect(failures).toBe(-1)
  },
)

eachEngine('a clock that is set back while the service runs corrects decisions', async ({ database, log }) => {
  const corrected: number[] = []
  const clock = shiftedClock()
  const steady = checkedClock({ database, log }, clock, async (now) => void corrected.push(now))
  expect(await steady.next()).toBeDefined()
  // PostgreSQL has a clock of its own, from which this one may not be far.
  clock.by = database.engine.isEmbedded ? -minutes(10) - seconds(1) : -minutes(4)
  if (!database.engine.isEmbedded)
    await database
      .updateTable('clock_readings')
      .set({ read_at: systemClock.now() + minutes(7) })
      .execute()
  expect(await steady.next()).toBeUndefined()
  expect(corrected).toHaveLength(1)
})

test('an hour after the start, after a jump or after the database was away, the grace period ends', async () => {
  const clock = shiftedClock()
  const steady = steadyClock(clock)
  const hasGraceEnded = async () => {
    const batch = await steady.next()
    return batch && batch.graceEndsAt <= batch.now()
  }
  expect(await hasGraceEnded()).toBe(false)
  clock.passed += hours(1)
  expect(await hasGraceEnded()).toBe(true)
  clock.by += hours(24)
  expect(await hasGraceEnded()).toBeUndefined()
  clock.passed += minutes(2)
  expect(await hasGraceEnded()).toBe(false)
  clock.passed += hours(1)
  expect(await hasGraceEnded()).toBe(true)
  steady.restart()
  expect(await hasGraceEnded()).toBe(false)
})
