import type { Calendar, Content } from '../channels/content.ts'
import type { Acknowledged, MessageKind } from '../delivery/kind.ts'
import { acknowledgementTexts } from './acknowledgement.ts'
import { clarificationTexts } from './clarification.ts'
import { type Checkin, confirmationLetter } from './confirmation.ts'
import type { MessageContext } from './message-context.ts'
import { movedLetter, movedTexts, noticeLetter, noticeTexts } from './notice.ts'
import { withdrawnLetter, withdrawnTexts } from './withdrawn.ts'

/** The parts of a message that do not follow from its context. */
export interface Parts {
  takesReplies: boolean
  calendar(message: MessageContext): Promise<Calendar | undefined>
  /** Returns undefined if the check-in token cannot be derived any more. */
  checkin(): Promise<Checkin | undefined>
}

/** The content of a message, or the reason to stop the delivery. */
export type Written = Content | { stopped: string }

/** Writes one kind of message. */
type Write = (parts: Parts, message: MessageContext) => Written | Promise<Written>

const notice: Write = ({ takesReplies, calendar }, message) => ({
  texts: () => noticeTexts(message, takesReplies),
  letter: async () => noticeLetter(message, await calendar(message)),
})

const moved: Write = (parts, message) => {
  // A visit may move away and back before the contact learns of it.
  const isNews = message.knownTimes !== undefined && message.knownTimes.startsAt !== message.times?.startsAt
  if (!isNews) return notice(parts, message)
  return {
    texts: () => movedTexts(message, parts.takesReplies),
    letter: async () => movedLetter(message, await parts.calendar(message)),
  }
}

/** States the time that the contact was told of. */
const withdrawn: Write = ({ calendar }, message) => {
  // The clinic may also have given the key to another contact.
  const ended = { ...message, state: 'withdrawn' as const }
  const known = { ...ended, times: message.knownTimes ?? message.times }
  return {
    texts: () => withdrawnTexts(known),
    letter: async () => withdrawnLetter(known, await calendar(ended)),
  }
}

const confirmation: Write = async (parts, message) => {
  const checkin = await parts.checkin()
  // Tokens issued under a previous SECRET_KEY cannot be derived again.
  if (checkin === undefined) return { stopped: 'the check-in token was issued with an earlier SECRET_KEY' }
  return {
    texts: () => acknowledgementTexts({ ...message, state: 'confirmed' }),
    letter: async () => confirmationLetter(message, checkin, await parts.calendar(message)),
  }
}

/** Keyed by kind of message. A question is about several notifications. */
export const writers: Record<Exclude<MessageKind, 'question'>, Write> = {
  notice,
  moved,
  withdrawn,
  confirmation,
  acknowledgement: (_parts, message) => ({
    texts: () => acknowledgementTexts({ ...message, state: message.state as Acknowledged }),
  }),
  clarification: (_parts, message) => ({ texts: () => clarificationTexts(message) }),
}
