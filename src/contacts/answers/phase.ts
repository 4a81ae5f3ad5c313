import { endOfDay } from '../../messages/check-in/issued-token.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import { askAgainUntil, expectedUntil } from '../../visits/plugins/registry.ts'
import { states } from '../../visits/state.ts'
import type { OpenedLink } from './open-link.ts'

/** The phases of a visit decide what its page shows:
 *  - `ahead`: until the answers close, the page accepts answers;
 *  - `answersClosed`: until the visit ends, the page accepts no answers, but still shows the details;
 *  - `missed`: for 14 days, a contact who did not come can ask for another time, and sees that request;
 *  - `visitEnded`: until the end of the visit's day, the page shows no details, but still a confirmation with its QR code;
 *  - `dayEnded`: the QR code has expired;
 *  - `pageExpired`: 24 hours after the end of the visit, the page says only that the visit is over. */
export type Phase = 'ahead' | 'answersClosed' | 'missed' | 'visitEnded' | 'dayEnded' | 'pageExpired'

const shownAfterEndMicros = hours(24)

type PhaseInput = Pick<OpenedLink, 'times' | 'entity' | 'state' | 'answeredAt'>

/** Returns the phase of a visit. A visit without a known start stays `ahead`. */
export function phaseOf({ times, entity, state, answeredAt }: PhaseInput, now: Instant): Phase {
  if (!times || now < times.answersCloseAt) return 'ahead'
  const { endsAt } = times
  // After the visit, only a contact who did not come can have answered.
  const isMissed = states[state].isMissed || (answeredAt ?? 0) >= expectedUntil(times)
  if (isMissed && now < askAgainUntil(times)) return 'missed'
  if (now < endsAt) return 'answersClosed'
  if (now >= endsAt + shownAfterEndMicros) return 'pageExpired'
  return now < endOfDay(expectedUntil(times), entity.time_zone) ? 'visitEnded' : 'dayEnded'
}

/** Whether the page takes an answer in this phase. */
export const takesAnswers = ({ state }: Pick<OpenedLink, 'state'>, phase: Phase) =>
  phase === 'ahead' || (phase === 'missed' && states[state].isMissed)
