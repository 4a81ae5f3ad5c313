import { type Static, Type } from 'typebox'
import type { Arrival } from '../../notifications/lifecycle/arrive.ts'
import { invalidBody } from '../../platform/errors/invalid-body.ts'
import { withoutCharacters } from '../../platform/text/text-schemas.ts'
import { hours, type Instant, parseInstant } from '../../platform/time/instant.ts'

const reason = (description: string) =>
  withoutCharacters(
    /\p{Cc}/u,
    'must not contain control characters',
    Type.String({ minLength: 1, maxLength: 500, description }),
  )

/** When a contact arrived, for an arrival that a desk reports later, and why staff mark an arrival that would be rejected. */
export const ArrivalDetails = Type.Object(
  {
    at: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'When the contact arrived, for an arrival that the desk kept while it had no connection: an RFC 3339 instant of the last 7 days. Without it, the contact arrives now.',
      }),
    ),
    force: Type.Optional(
      Type.Boolean({
        description:
          'Records the arrival also outside of the window, with an expired check-in token, and with the token of a contact who has since cancelled or asked for another time. Needs `reason`.',
      }),
    ),
    reason: Type.Optional(reason('Only with `force`: why staff mark the arrival all the same, for the records.')),
  },
  {
    $id: 'ArrivalDetails',
    description: 'When the contact arrived, and why staff mark the arrival all the same.',
    additionalProperties: false,
    examples: [{ at: '2026-03-30T08:12:31Z' }, { force: true, reason: 'The doctor is running late' }],
  },
)
export type ArrivalDetails = Static<typeof ArrivalDetails>

/** Why staff reverse an arrival. */
export const AnnulmentReason = Type.Object(
  {
    reason: reason('Why the arrival is wrong, for the records.'),
  },
  {
    $id: 'AnnulmentReason',
    description: 'Why staff reverse an arrival.',
    additionalProperties: false,
    examples: [{ reason: 'Scanned the code of another contact' }],
  },
)

/** After a stop of several days, the desks still report the arrivals that they kept. */
const maxAgeMicros = 7 * hours(24)

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
  if (instant <= now - maxAgeMicros) throw invalidBody([{ pointer: '/at', reason: 'must be of the last 7 days' }])
  return Math.min(instant, now)
}
