import type { Kysely } from 'kysely'
import { type Static, Type } from 'typebox'
import { weekdayOf, weekdays } from '../../entities/weekdays.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { CalendarDay } from '../../platform/text/text-schemas.ts'
import { hours, type Instant, minutes } from '../../platform/time/instant.ts'
import { instantOf, inZone, startOfDay } from '../../platform/time/zones/zone-time.ts'

const TimeOfDay = (description: string) => Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description })

const HoursOfWeek = Type.Array(
  Type.Object(
    {
      days: Type.Array(Type.Enum(weekdays), {
        minItems: 1,
        maxItems: 7,
        description: 'The days of the week on which these hours begin.',
      }),
      from: TimeOfDay("The beginning, in the entity's zone, such as 21:00."),
      to: TimeOfDay('The end: on the next day if it is not after the beginning.'),
    },
    { additionalProperties: false },
  ),
  { maxItems: 50, description: 'The quiet hours of the week. An empty list: none.' },
)
type HoursOfWeek = Static<typeof HoursOfWeek>

/** When the contacts of an entity get no messages, in its zone. */
export const QuietHours = Type.Object(
  {
    hours: Type.Refine(
      HoursOfWeek,
      (quiet) => openMinutes(quiet) >= 60,
      () => 'must leave at least an hour of the week for messages',
    ),
    holidays: Type.Optional(
      Type.Array(CalendarDay, {
        maxItems: 400,
        description: 'Days that are quiet from beginning to end. The default is none.',
      }),
    ),
  },
  {
    $id: 'QuietHours',
    description: 'When contacts get no messages.',
    additionalProperties: false,
    examples: [
      {
        hours: [
          { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '21:00', to: '08:00' },
          { days: ['sat', 'sun'], from: '20:00', to: '10:00' },
        ],
        holidays: ['2026-12-25'],
      },
    ],
  },
)
export type GivenQuietHours = Static<typeof QuietHours>
export type QuietHours = Required<GivenQuietHours>

export const withHolidays = (given: GivenQuietHours): QuietHours => ({ holidays: [], ...given })

const defaultQuietHours: QuietHours = { hours: [{ days: [...weekdays], from: '21:00', to: '08:00' }], holidays: [] }

export const readQuietHours = (stored: string | null): QuietHours =>
  stored === null ? defaultQuietHours : withHolidays(JSON.parse(stored))

export async function quietHoursOf(database: Kysely<Schema>, entityId: string): Promise<QuietHours> {
  const [row] = await selectQuietHours(database, { entityId })
  return readQuietHours(row!.quiet_hours)
}

const selectQuietHours = preparedStatement((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('quiet_hours').where('entity_id', '=', entityId),
)

/** The quiet hours of an entity, and its zone. */
export interface Quiet {
  quietHours: QuietHours
  timeZone: string
}

/** Contacts have this time between a message and the visit, or the end of answers. */
const timeToAct = hours(1)
// A message that cannot wait until the morning goes out this long before the evening.
const beforeEvening = minutes(15)

/** Returns when the service sends a message that falls due at `at`: outside of the quiet hours, and in time for `deadline`, the
 *  visit or the end of answers. It waits for the end of the quiet hours. If that is too late, it goes out before they begin. */
export function sendingTime(at: Instant, deadline: Instant, quiet: Quiet): Instant {
  const period = quietPeriod(at, quiet)
  if (!period) return at
  if (period.to + timeToAct <= deadline) return period.to
  const evening = period.from - beforeEvening
  return quietPeriod(evening, quiet) ? period.from - 1 : evening
}

/** Returns until when a message that is due at `now` waits; undefined: it does not wait. */
export function quietUntil(now: Instant, deadline: Instant, quiet: Quiet): Instant | undefined {
  const at = sendingTime(now, deadline, quiet)
  return at > now ? at : undefined
}

/** Whether the instant is in quiet hours. */
export const isQuiet = (at: Instant, quiet: Quiet): boolean => quietPeriod(at, quiet) !== undefined

/** Returns the quiet period that contains the instant, with the periods that adjoin it. */
function quietPeriod(at: Instant, quiet: Quiet): { from: Instant; to: Instant } | undefined {
  const around = periodsAround(at, quiet).find(({ from, to }) => from <= at && at < to)
  if (!around) return undefined
  let { from, to } = around
  for (let next: Period | undefined = around; next; ) {
    next = periodsAround(to, quiet).find((one) => one.from <= to && to < one.to)
    to = next?.to ?? to
  }
  for (let previous: Period | undefined = around; previous; ) {
    previous = periodsAround(from - 1, quiet).find((one) => one.from < from && from <= one.to)
    from = previous?.from ?? from
  }
  return { from, to }
}

interface Period {
  from: Instant
  to: Instant
}

/** The quiet periods that begin on the day of the instant, or on the day before. */
function periodsAround(instant: Instant, { quietHours, timeZone }: Quiet): Period[] {
  const today = inZone(instant, timeZone).toPlainDate()
  return [today.subtract({ days: 1 }), today].flatMap((day) => {
    const at = (on: Temporal.PlainDate, time?: string) =>
      time === undefined ? startOfDay(on, timeZone) : instantOf(on.toPlainDateTime(time), timeZone)
    const next = day.add({ days: 1 })
    const ofWeek = quietHours.hours
      .filter((one) => one.days.includes(weekdayOf(day)))
      .map(({ from, to }) => ({ from: at(day, from), to: at(to > from ? day : next, to) }))
    const isHoliday = quietHours.holidays.includes(`${day}`)
    return isHoliday ? [...ofWeek, { from: at(day), to: at(next) }] : ofWeek
  })
}

/** Counts the minutes of a week that are not quiet. */
function openMinutes(quiet: HoursOfWeek): number {
  const isQuiet = new Array<boolean>(weekMinutes).fill(false)
  for (const { days: begins, from, to } of quiet) {
    for (const day of begins) {
      const begin = weekdays.indexOf(day) * dayMinutes + minuteOf(from)
      const length = minuteOf(to) - minuteOf(from) + (to > from ? 0 : dayMinutes)
      for (let minute = begin; minute < begin + length; minute++) isQuiet[minute % weekMinutes] = true
    }
  }
  return isQuiet.filter((one) => !one).length
}

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
