import type { Instant } from '../../platform/time/instant.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'
import { askAgainUntil, expectedUntil } from '../../visits/plugins/registry.ts'
import type { MessageContext } from '../compose/message-context.ts'
import type { MessageKind } from './kind.ts'

interface Times {
  times: VisitTimes
  knownTimes: VisitTimes | undefined
}

const untilVisit = ({ times }: Times) => expectedUntil(times)

const ends: Record<MessageKind, (message: Times) => Instant> = {
  notice: untilVisit,
  reminder: untilVisit,
  moved: untilVisit,
  // A contact who waits for a withdrawn visit may know of a later time than the last one.
  withdrawn: ({ times, knownTimes }) => Math.max(...[times, knownTimes ?? times].map(expectedUntil)),
  'no-show': ({ times }) => askAgainUntil(times),
  confirmation: untilVisit,
  acknowledgement: untilVisit,
  clarification: untilVisit,
  // It concerns other visits, too.
  question: () => Number.POSITIVE_INFINITY,
  // Contacts also write about a visit that is over.
  answer: () => Number.POSITIVE_INFINITY,
}

/** Returns the time from which a message of this kind is of no use to the contact. */
export const usefulUntil = (
  kind: MessageKind,
  { times, knownTimes }: MessageContext | Omit<MessageContext, 'linkUrl'>,
): Instant => (times ? ends[kind]({ times, knownTimes }) : Number.POSITIVE_INFINITY)
