import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inZone, nextChange, startOfDay } from '../platform/time/zones/zone-time.ts'
import { dayRange, toInstant } from './day-range.ts'

const zones = Intl.supportedValuesOf('timeZone')
const hours = (day: string, zone: string) => {
  const { from, to } = dayRange(day, day, zone)
  return from.until(to).total('hours')
}

describe('in every time zone there is', () => {
  const first = Temporal.PlainDate.from('2012-01-04')
  const days = first.until('2040-01-01', { largestUnit: 'days' }).days

  test('the days tile the time line, through every clock change from 2012 on', () => {
    for (const [zone, changed] of zones.flatMap((one) => clockChanges(one).map((day) => [one, day] as const))) {
      let previous = dayRange(`${changed.subtract({ days: 3 })}`, `${changed.subtract({ days: 3 })}`, zone)
      for (const away of [-2, -1, 0, 1, 2, 3]) {
        const day = `${changed.add({ days: away })}`
        const { from, to } = dayRange(day, day, zone)
        const shown = [from, to.subtract({ nanoseconds: 1 })].map(
          (at) => `${inZone(toInstant(at), zone).toPlainDate()}`,
        )
        const isAfter = Temporal.Instant.compare(to, from) === 1 && from.equals(previous.to)
        if (!isAfter || shown.some((one) => one !== day)) expect.fail(`${day} in ${zone} is ${from} to ${to}`)
        previous = { from, to }
      }
    }
  })

  /** The first days and those on which the clocks change, until 2040. */
  function clockChanges(zone: string): Temporal.PlainDate[] {
    const changes = [first]
    let change = nextChange(startOfDay(first, zone), zone)
    for (; change && change < 1_000 * Date.UTC(2040); change = nextChange(change, zone))
      changes.push(inZone(change, zone).toPlainDate())
    return changes
  }

  const zone = fc.constantFrom(...zones)
  const day = fc.integer({ min: 0, max: days }).map((count) => first.add({ days: count }))

  test('a range equals its days in sequence', () => {
    fc.assert(
      fc.property(zone, day, fc.nat({ max: 400 }), (timeZone, start, length) => {
        const end = start.add({ days: length })
        const whole = dayRange(`${start}`, `${end}`, timeZone)
        expect(whole.from).toEqual(dayRange(`${start}`, `${start}`, timeZone).from)
        expect(whole.to).toEqual(dayRange(`${end}`, `${end}`, timeZone).to)
      }),
    )
  })

  test('every instant lies in the day that its clock shows, and in no other', () => {
    const seconds = fc.integer({ min: Date.UTC(2012) / 1000, max: Date.UTC(2040) / 1000 })
    fc.assert(
      fc.property(zone, seconds, (timeZone, second) => {
        const instant = Temporal.Instant.fromEpochMilliseconds(second * 1000)
        const shown = inZone(second * 1_000_000, timeZone).toPlainDate()
        const contains = ({ from, to }: ReturnType<typeof dayRange>) =>
          Temporal.Instant.compare(from, instant) <= 0 && Temporal.Instant.compare(instant, to) < 0
        const [before, own, after] = [-1, 0, 1].map((away) => {
          const neighbour = `${shown.add({ days: away })}`
          return contains(dayRange(neighbour, neighbour, timeZone))
        })
        expect({ before, own, after }).toEqual({ before: false, own: true, after: false })
      }),
      { numRuns: 1000 },
    )
  })
})

describe('days on which the clocks change', () => {
  test.for([
    ['2026-03-29', 'Europe/Lisbon', 23],
    ['2026-10-25', 'Europe/Lisbon', 25],
    ['2026-03-08', 'America/New_York', 23],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2026-06-01', 'Europe/Lisbon', 24],
  ] as const)('%s in %s has %d hours', ([day, zone, length]) => expect(hours(day, zone)).toBe(length))

  test.for([
    ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00Z'],
    ['2024-03-31', 'Asia/Beirut', '2024-03-30T22:00:00Z'],
    ['2024-03-10', 'America/Havana', '2024-03-10T05:00:00Z'],
    ['2024-09-08', 'America/Santiago', '2024-09-08T04:00:00Z'],
  ] as const)('%s in %s has no midnight and begins at one', ([day, zone, begin]) => {
    const { from } = dayRange(day, day, zone)
    expect(`${from}`).toBe(begin)
    expect(`${from.toZonedDateTimeISO(zone).toPlainTime()}`).toBe('01:00:00')
  })

  test('a day that does not exist is empty, and its neighbours meet', () => {
    const missing = dayRange('2011-12-30', '2011-12-30', 'Pacific/Apia')
    expect(missing.from).toEqual(missing.to)
    expect(dayRange('2011-12-29', '2011-12-29', 'Pacific/Apia').to).toEqual(missing.from)
    expect(dayRange('2011-12-31', '2011-12-31', 'Pacific/Apia').from).toEqual(missing.to)
  })

  test('a day that occurred twice spans both', () => {
    // Kwajalein's clocks went back a day at the end of 1969-09-30, so that 1969-09-30 came again.
    expect(hours('1969-09-30', 'Pacific/Kwajalein')).toBeGreaterThan(24)
  })
})

describe('an invalid range', () => {
  const faultOf = (start: string, end: string) => {
    try {
      return dayRange(start, end, 'Europe/Lisbon')
    } catch (error) {
      return error
    }
  }

  test('has a day that the calendar lacks', () =>
    expect(faultOf('2026-02-30', '2026-03-01')).toMatchObject({
      code: 'invalid-date',
      members: { errors: [{ parameter: 'start_date', reason: 'no-such-day' }] },
    }))

  test('ends before its start', () =>
    expect(faultOf('2026-03-02', '2026-03-01')).toMatchObject({ code: 'reversed-range' }))
})
