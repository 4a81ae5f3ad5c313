import { formatInstant, type Instant, parseInstant } from '../platform/time/instant.ts'
import { instantOf, inZone } from '../platform/time/zones/zone-time.ts'
import type { Notification } from './notification.ts'
import type { Params, VisitTimes } from './plugins/plugin.ts'
import { findPlugin, timesOfVisit } from './plugins/registry.ts'
import { whenParams } from './plugins/visit.ts'

/** Returns the local time of a visit's start as its params have it, such as 2026-04-20T09:30. Null: they do not contain it. */
export function localTimeOf({ year, month, day, hour, minute }: Params): string | null {
  const numbers = [year, month, day, hour, minute].map(Number)
  if (numbers.some(Number.isNaN)) return null
  const [inYear, ...others] = numbers.map((number, index) => String(number).padStart(index === 0 ? 4 : 2, '0'))
  const [inMonth, inDay, inHour, inMinute] = others
  return `${inYear}-${inMonth}-${inDay}T${inHour}:${inMinute}`
}

/** Returns the local time of an instant in the same form. */
export const localTimeAt = (at: Instant, zone: string): string => inZone(at, zone).toString({ smallestUnit: 'minute' })

/** Returns the instant at which the clocks show a local time. */
export const instantOfLocalTime = (local: string, zone: string): Instant =>
  instantOf(Temporal.PlainDateTime.from(local), zone)

/** Returns the visit with another start, and the same length. The present rules of the zone give its local time. */
export function startingAt(notification: Notification, startsAt: Instant, zone: string): Notification {
  const { params, category, target } = notification
  const laterMicros = startsAt - timesOfVisit(notification)!.startsAt
  const { end, ...others } = Object.fromEntries(
    Object.entries(params).filter(([name]) => !Object.hasOwn(whenParams, name)),
  )
  const submitted = { ...others, when: formatInstant(startsAt) }
  const withEnd = end === undefined ? submitted : { ...submitted, end: formatInstant(parseInstant(end)! + laterMicros) }
  return { ...notification, params: findPlugin(category, target)!.complete(withEnd, zone) }
}

/** Returns the times that the contact was told of.
 *  @param recorded the local time of the start, if newer time-zone rules have changed it */
export const toldTimes = (notification: Notification, recorded: string | null, zone: string): VisitTimes | undefined =>
  timesOfVisit(recorded === null ? notification : startingAt(notification, instantOfLocalTime(recorded, zone), zone))
