import { hours, type Instant, parseInstant } from '../instant.ts'
import { invalidBody } from '../invalid-body.ts'
import type { Arrival } from '../notifications/lifecycle/arrive.ts'
import type { ArrivalDetails } from './bodies.ts'

const maxAgeMicros = hours(24)

/** Returns the arrival that a body describes, with a reason if staff force it.
 *  @throws Problem invalid-body for a time that is no instant or too old, and for `force` or `reason` alone */
export function arrivalOf({ at, force, reason }: ArrivalDetails, now: Instant): Omit<Arrival, 'by'> {
  if (force && reason === undefined) throw invalidBody([{ pointer: '/reason', reason: 'must be present with force' }])
  if (!force && reason !== undefined)
    throw invalidBody([{ pointer: '/reason', reason: 'must be absent without force' }])
  return { at: at === undefined ? now : readInstant(at, now), ...(reason !== undefined && { reason }) }
}

/** The clock of a desk may be fast, so a later instant counts as now. */
function readInstant(at: string, now: Instant): Instant {
  const instant = parseInstant(at)
  if (instant === undefined) throw invalidBody([{ pointer: '/at', reason: 'must be an RFC 3339 instant' }])
  if (instant <= now - maxAgeMicros) throw invalidBody([{ pointer: '/at', reason: 'must be of the last 24 hours' }])
  return Math.min(instant, now)
}
