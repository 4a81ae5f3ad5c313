import type { Calendar, Content } from '../../channels/content.ts'
import type { Words } from '../../platform/languages/words.ts'
import type { RemindedState } from '../../visits/state.ts'
import type { AcknowledgedState, MessageKind } from '../delivery/kind.ts'
import { chatOf } from './chat.ts'
import { letterOf } from './letter.ts'
import { hasMoved, type MessageContext, messageTexts, ofWithdrawn } from './message-context.ts'

/** The parts of a message that do not follow from its context. */
export interface Parts {
  takesReplies: boolean
  calendar(message: MessageContext): Promise<Calendar | undefined>
  /** Returns the check-in token, and its QR code as PNG. Returns undefined if the token can no longer be derived. */
  checkin(): Promise<CheckinCode | undefined>
  /** Returns the text that staff wrote to the contact. */
  staffWords(): Promise<string>
}

interface CheckinCode {
  checkinToken: string
  qrCode: Buffer
}

/** The content of a message, or the reason to stop the delivery. */
export type WriteResult = Content | { stopped: string }

/** Asks for an answer. */
function notice({ takesReplies, calendar }: Parts, message: MessageContext) {
  const { words, rows, ownSentence } = messageTexts(message)
  const own = ownSentence === undefined ? [] : [{ label: words.ownSentence, value: ownSentence }]
  const [subject, title] = message.areAnswersClosed
    ? [words.closedSubject, words.closedTitle]
    : [words.noticeSubject, words.noticeTitle]
  return {
    values: wayToStop(message, takesReplies),
    texts: () => invitingTexts(message, words.noticeText, takesReplies, ownSentence),
    chat: () => chatOf(message, message.areAnswersClosed ? 'notice-closed' : 'notice'),
    letter: async () =>
      letterOf(message, {
        subject,
        title,
        rows: [...rows('notice'), ...own],
        button: invitation(message),
        calendar: await calendar(message),
      }),
  }
}

/** Reminds the contact of a visit without a confirmation, and asks for an answer. */
function askAgain(parts: Parts, message: MessageContext): Content {
  const { words, rows } = messageTexts(message)
  const { areAnswersClosed } = message
  return {
    values: wayToStop(message, parts.takesReplies),
    texts: () => invitingTexts(message, words.reminderText, parts.takesReplies),
    chat: () => chatOf(message, areAnswersClosed ? 'reminder-closed' : 'reminder'),
    letter: async () =>
      letterOf(message, {
        subject: areAnswersClosed ? words.reminderSubject : words.askingReminderSubject,
        title: areAnswersClosed ? words.reminderTitle : words.askingReminderTitle,
        rows: rows('notice'),
        button: invitation(message),
        calendar: await parts.calendar(message),
      }),
  }
}

/** Reminds the contact of a confirmed visit. Shows the QR code again, if it can be derived. */
function showCodeAgain({ checkin, calendar }: Parts, message: MessageContext): Content {
  const { words, rows, write } = messageTexts(message)
  return {
    texts: () => words.confirmedReminder.map(write),
    chat: () => chatOf(message, 'reminder-confirmed'),
    async letter() {
      const code = await checkin()
      return letterOf(message, {
        subject: words.reminderSubject,
        title: words.reminderTitle,
        rows: rows('confirmation'),
        checkin: code && shownCode(words, code),
        button: changeOfMind(message),
        calendar: await calendar(message),
      })
    },
  }
}

const reminders = {
  open: askAgain,
  confirmed: showCodeAgain,
  rescheduling: askAgain,
} satisfies Record<RemindedState, (parts: Parts, message: MessageContext) => Content>

/** Tells that the clinic has moved the visit. */
function moved(parts: Parts, message: MessageContext) {
  if (!hasMoved(message)) return notice(parts, message)
  const { words, details, values } = messageTexts(message)
  const times = [
    { label: words.newTime, value: values.when, is: 'time' as const },
    { label: words.oldTime, value: values.oldWhen, is: 'old' as const },
  ]
  return {
    values: wayToStop(message, parts.takesReplies),
    texts: () => invitingTexts(message, words.movedText, parts.takesReplies),
    chat: () => chatOf(message, message.areAnswersClosed ? 'moved-closed' : 'moved'),
    letter: async () =>
      letterOf(message, {
        subject: message.areAnswersClosed ? words.movedClosedSubject : words.movedSubject,
        title: words.moved,
        rows: [...times, ...details('moved')],
        button: invitation(message),
        calendar: await parts.calendar(message),
      }),
  }
}

/** Asks for an answer, as long as the service takes one. */
function invitation(message: MessageContext) {
  if (message.areAnswersClosed) return undefined
  const { words } = messageTexts(message)
  return { sentence: words.invitation, label: words.answer, url: message.linkUrl }
}

/** How a text says to stop messages, if the channel receives the reply. */
const wayToStop = (message: MessageContext, takesReplies: boolean) => ({
  stop: takesReplies ? messageTexts(message).words.stop[0]! : '',
})

/** Writes the news as short texts. They invite replies if the channel receives them.
 *  @param own a sentence after the news */
function invitingTexts(
  message: MessageContext,
  news: readonly string[],
  takesReplies: boolean,
  own?: string,
): string[] {
  const { words, write, writeRow, values } = messageTexts(message)
  const replies = takesReplies ? [...words.stop.map((stop) => `${words.replies} ${stop}`), words.replies] : []
  const answer = writeRow({ label: words.answer, value: values.link })
  const closed = message.entity.phone === undefined ? [[words.seeDetails], ['{link}']] : [words.shortCallToChange]
  const followedBy = (sentences: readonly string[]) =>
    news.flatMap((one) => sentences.map((sentence) => [write(one), own, sentence].filter(Boolean).join(' ')))
  return message.areAnswersClosed
    ? closed.flatMap((sentences) => followedBy(sentences.map(write)))
    : [...followedBy([...[...replies, ...words.shortInvitation].map(write), answer]), ...followedBy([values.link])]
}

/** Tells that the clinic has withdrawn the visit, with the time that the contact was told of. */
function withdrawn({ calendar }: Parts, message: MessageContext) {
  const known = ofWithdrawn(message)
  const { words, time, write } = messageTexts(known)
  return {
    texts: () => words.withdrawnText.map(write),
    chat: () => chatOf(known, 'withdrawn'),
    letter: async () =>
      letterOf(known, {
        subject: words.withdrawnSubject,
        title: words.withdrawn,
        rows: time.map((row) => ({ ...row, is: 'old' as const })),
        calendar: await calendar({ ...known, times: message.times }),
      }),
  }
}

/** Offers another time to a contact who did not come. */
function noShow(_parts: Parts, message: MessageContext): Content {
  const { words, time, write } = messageTexts(message)
  return {
    texts: () => words.noShowText.map(write),
    chat: () => chatOf(message, 'no-show'),
    letter: async () =>
      // The page takes a request for another time again.
      letterOf(
        { ...message, areAnswersClosed: false },
        {
          subject: words.noShowSubject,
          title: words.noShow,
          calendar: undefined,
          rows: time.map((row) => ({ ...row, is: 'old' as const })),
          button: { sentence: words.offerAnotherTime, label: words.askForAnotherTime, url: message.linkUrl },
        },
      ),
  }
}

async function confirmation({ checkin, calendar }: Parts, message: MessageContext) {
  const code = await checkin()
  // Tokens issued under a previous SECRET_KEY cannot be derived again.
  if (code === undefined) return { stopped: 'the check-in token was issued with an earlier SECRET_KEY' }
  const { words, rows } = messageTexts(message)
  return {
    texts: () => acknowledgementTexts(message, 'confirmed'),
    chat: () => ({ ...chatOf(message, 'confirmation'), picture: code.qrCode }),
    letter: async () =>
      letterOf(message, {
        subject: words.confirmedSubject,
        title: words.confirmed,
        rows: rows('confirmation'),
        checkin: shownCode(words, code),
        button: changeOfMind(message),
        calendar: await calendar(message),
      }),
  }
}

const shownCode = (words: Words['messages'], { checkinToken: token, qrCode }: CheckinCode) => ({
  sentence: words.showAtDesk,
  label: words.qrCode,
  token,
  qrCode,
})

/** Offers to change the answer, as long as the service takes one. */
function changeOfMind(message: MessageContext) {
  if (message.areAnswersClosed) return undefined
  const { words } = messageTexts(message)
  return { sentence: words.changeOfMind, label: words.changeAnswer, url: message.linkUrl }
}

/** Tells the contact the effect of an answer. */
function acknowledgementTexts(message: MessageContext, state: AcknowledgedState): string[] {
  const { words, details, write } = messageTexts(message)
  const toKnow = details('confirmation').filter(({ key }) => key !== 'doctor')
  const isWithDetails = state === 'confirmed' && toKnow.length > 0
  const sentences = isWithDetails ? words.confirmedWithDetails : words.acknowledgements[state]
  return sentences.map(write)
}

/** Asks whether the contact means the visit, or the messages. */
function clarificationTexts(message: MessageContext): string[] {
  const { words, write } = messageTexts(message)
  return words.cancelOrStop.map(write)
}

/** Writes the text of staff, without words of the service. */
async function answer({ staffWords }: Parts): Promise<Content> {
  const text = await staffWords()
  return { texts: () => [text] }
}

/** Writes a message, by its kind. A question is about several notifications. */
export const writers = {
  notice,
  reminder: (parts: Parts, message: MessageContext) => reminders[message.state as RemindedState](parts, message),
  moved,
  withdrawn,
  'no-show': noShow,
  confirmation,
  acknowledgement: (_parts, message) => ({
    texts: () => acknowledgementTexts(message, message.state as AcknowledgedState),
  }),
  clarification: (_parts, message) => ({ texts: () => clarificationTexts(message) }),
  answer,
} satisfies Record<
  Exclude<MessageKind, 'question'>,
  (parts: Parts, message: MessageContext) => WriteResult | Promise<WriteResult>
>
