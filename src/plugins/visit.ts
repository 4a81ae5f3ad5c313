import { Type } from 'typebox'
import { type Instant, parseInstant } from '../instant.ts'
import { visibleText } from '../name.ts'
import type { Params, VisitTimes } from './plugin.ts'

export const text = Type.Optional(Type.String())

const utc = Type.Optional(
  Type.Refine(
    Type.String(),
    (value) => value.endsWith('Z') && parseInstant(value) !== undefined,
    () => 'must be an instant in UTC, such as 2026-03-30T08:30:00Z',
  ),
)

const numberFrom = (min: number, max: number) =>
  Type.Optional(
    Type.Refine(
      Type.String(),
      (value) => /^\d{1,4}$/.test(value) && Number(value) >= min && Number(value) <= max,
      () => `must be a string of digits, a number from ${min} to ${max}`,
    ),
  )

/** The params that contain the start of a visit, in the order of spec 2.4. */
export const whenParams = {
  year: numberFrom(0, 9999),
  month: numberFrom(1, 12),
  day: numberFrom(1, 31),
  hour: numberFrom(0, 23),
  minute: numberFrom(0, 59),
  when: utc,
  event_date: utc,
}

/** The start of a visit, as a client submits it. */
export const When = Type.Refine(
  Type.String({ description: 'The start: RFC 3339 with an offset, such as 2026-03-30T09:30:00+01:00.' }),
  (value) => parseInstant(value) !== undefined && /^(19|20|21)/.test(value),
  () => 'must be an RFC 3339 instant of 1900 to 2199 with an offset, such as 2026-03-30T09:30:00+01:00',
)

/** A line of text as a client submits it. */
export const line = (description: string) =>
  Type.String({ minLength: 1, maxLength: 256, pattern: '^[^\\p{Cc}]*$', description })

/** The name of a person or a thing, on one line. */
export const nameLine = (description: string) => visibleText(line(description))

/** Derives `whenParams` from the start of a visit. `year` to `minute` are in `timeZone`. */
export function completeWhen(when: string, timeZone: string): Params {
  const instant = Temporal.Instant.from(when).round('second')
  const local = instant.toZonedDateTimeISO(timeZone)
  const { year, month, day, hour, minute } = local
  const read = Object.entries({ year, month, day, hour, minute }).map(([key, value]) => [key, String(value)])
  return { ...Object.fromEntries(read), when: `${instant}`, event_date: `${instant}` }
}

/** Returns the times of a visit that takes `length`, and whose answers close `closing` before its start. */
export function timesOf({ when, event_date }: Params, length: Instant, closing: Instant): VisitTimes | undefined {
  const startsAt = parseInstant(when ?? event_date ?? '')
  return startsAt === undefined
    ? undefined
    : { startsAt, endsAt: startsAt + length, answersCloseAt: startsAt - closing }
}
