import { endOfVisitDay } from '../checkin/issued-token.ts'
import { hours, type Instant } from '../instant.ts'
import { expectedUntil } from '../plugins/registry.ts'
import type { OpenedLink } from './open-link.ts'

/** The phases of a visit, in which its page shows less and less:
 *  - `ahead`: the page takes answers;
 *  - `closed`: it takes none any more;
 *  - `ended`: it does not show the details any more, but still a confirmation with its QR code;
 *  - `past`: the day of the visit is over, and its QR code has expired;
 *  - `over`: the page says only that the visit is over. */
export type Phase = 'ahead' | 'closed' | 'ended' | 'past' | 'over'

const shownAfterEndMicros = hours(24)

/** Returns the phase of a visit. A visit without a known start stays `ahead`. */
export function phaseOf({ times, entity }: Pick<OpenedLink, 'times' | 'entity'>, now: Instant): Phase {
  if (!times || now < times.answersCloseAt) return 'ahead'
  const { endsAt } = times
  if (now < endsAt) return 'closed'
  if (now >= endsAt + shownAfterEndMicros) return 'over'
  return now < endOfVisitDay(expectedUntil(times), entity.time_zone) ? 'ended' : 'past'
}
