import { Type } from 'typebox'
import type { JsonFault } from '../../platform/errors/invalid-body.ts'
import { memoize } from '../../platform/scheduling/memoize.ts'
import { visibleText } from '../../platform/text/text-schemas.ts'
import { hours, type Microseconds, parseInstant } from '../../platform/time/instant.ts'
import { inZone } from '../../platform/time/zones/zone-time.ts'
import type { Params, VisitTimes } from './plugin.ts'

export const text = Type.Optional(Type.String())

export const utc = Type.Optional(
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
  Type.String({
    maxLength: 64,
    description: 'The start: RFC 3339 with an offset, such as 2026-03-30T09:30:00+01:00.',
  }),
  (value) => parseInstant(value) !== undefined && /^(19|20|21)/.test(value),
  () => 'must be an RFC 3339 instant of 1900 to 2199 with an offset, such as 2026-03-30T09:30:00+01:00',
)

/** The end of a visit, as a client submits it. `faultsOfEnd` compares it with the start. */
export const End = Type.Refine(
  Type.String({ maxLength: 64, description: 'The end: RFC 3339 with an offset, at most 31 days after the start.' }),
  (value) => parseInstant(value) !== undefined,
  () => 'must be an RFC 3339 instant with an offset, such as 2026-03-30T10:00:00+01:00',
)

const maxLengthMicros = hours(31 * 24)

/** The faults of an end that is not after the start, or too long after it. */
export function faultsOfEnd({ when, end }: Params): JsonFault[] {
  if (end === undefined) return []
  const length = parseInstant(end)! - parseInstant(when!)!
  if (length <= 0) return [{ pointer: '/end', reason: 'must be after when' }]
  return length > maxLengthMicros ? [{ pointer: '/end', reason: 'must be at most 31 days after when' }] : []
}

/** A line of text as a client submits it. The pattern is that of a text without \p{Cc}, which needs a flag that JSON Schema's
 *  validators do not all set. */
export const line = (description: string) =>
  Type.String({ minLength: 1, maxLength: 256, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$', description })

/** The name of a person or a thing, on one line. */
export const nameLine = (description: string) => visibleText(line(description))

/** Derives `whenParams` from the start of a visit, and writes its end in UTC. `year` to `minute` are in `timeZone`. */
export function completeTimes({ when, end, ...others }: Params, timeZone: string): Params {
  return {
    ...startParams(when!, timeZone),
    ...(end !== undefined && { end: `${Temporal.Instant.from(end).round('second')}` }),
    ...others,
  }
}

/** Cached: the visits of a task share few starts, and each takes 10 µs. */
const startParams = memoize(5_000, (when: string, timeZone: string): Params => {
  const instant = Temporal.Instant.from(when).round('second')
  const { year, month, day, hour, minute } = inZone(instant.epochMilliseconds * 1_000, timeZone)
  const read = Object.entries({ year, month, day, hour, minute }).map(([key, value]) => [key, String(value)])
  return { ...Object.fromEntries(read), when: `${instant}`, event_date: `${instant}` }
})

/** Returns the start and the end of a visit. It takes `length`, unless its params contain an end after the start.
 *  Undefined when the params contain no start. */
export function spanOf({ when, event_date, end }: Params, length: Microseconds) {
  const startsAt = parseInstant(when ?? event_date ?? '')
  if (startsAt === undefined) return undefined
  const given = parseInstant(end ?? '')
  const endsAt = given !== undefined && given > startsAt ? given : startsAt + length
  return { startsAt, endsAt }
}

/** Returns the times of a visit whose answers close `closing` before its start. */
export function timesOf(params: Params, length: Microseconds, closing: Microseconds): VisitTimes | undefined {
  const span = spanOf(params, length)
  return span && { ...span, answersCloseAt: span.startsAt - closing }
}
