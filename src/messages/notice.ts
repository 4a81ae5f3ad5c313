import type { Calendar, Letter } from '../channels/content.ts'
import { letterOf } from './letter.ts'
import { type MessageContext, messageTexts } from './message-context.ts'

/** Writes the notice, with a calendar entry. */
export function noticeLetter(message: MessageContext, calendar: Calendar | undefined): Letter {
  const { say, rows } = messageTexts(message)
  const [subject, title] = message.areAnswersClosed
    ? [say.closedSubject, say.closedTitle]
    : [say.noticeSubject, say.noticeTitle]
  return letterOf(message, { subject, title, rows: rows('notice'), button: invitation(message), calendar })
}

/** Writes the news that the clinic has moved the visit. */
export function movedLetter(message: MessageContext, calendar: Calendar | undefined): Letter {
  const { say, details, values } = messageTexts(message)
  const times = [
    { label: say.newTime, value: values.when, is: 'time' as const },
    { label: say.oldTime, value: values.oldWhen, is: 'old' as const },
  ]
  return letterOf(message, {
    subject: message.areAnswersClosed ? say.movedClosedSubject : say.movedSubject,
    title: say.moved,
    rows: [...times, ...details('moved')],
    button: invitation(message),
    calendar,
  })
}

/** Asks for an answer, as long as the service takes one. */
function invitation(message: MessageContext) {
  if (message.areAnswersClosed) return undefined
  const { say } = messageTexts(message)
  return { say: say.invitation, label: say.answer, url: message.link }
}

export const noticeTexts = (message: MessageContext, takesReplies: boolean) =>
  invitingTexts(message, messageTexts(message).say.noticeText, takesReplies)

export const movedTexts = (message: MessageContext, takesReplies: boolean) =>
  invitingTexts(message, messageTexts(message).say.movedText, takesReplies)

/** Writes the news as short texts. They invite replies if the channel receives them. */
function invitingTexts(message: MessageContext, news: readonly string[], takesReplies: boolean): string[] {
  const { say, write, writeRow, values } = messageTexts(message)
  const replies = takesReplies ? [...say.stop.map((stop) => `${say.replies} ${stop}`), say.replies] : []
  const answer = writeRow({ label: say.answer, value: values.link })
  const closed = message.entity.phone === undefined ? [say.seeDetails] : say.shortCallToChange
  const followedBy = (sentences: readonly string[]) =>
    news.flatMap((one) => sentences.map((sentence) => `${write(one)} ${sentence}`))
  return message.areAnswersClosed
    ? followedBy(closed.map(write))
    : [...followedBy([...[...replies, ...say.shortInvitation].map(write), answer]), ...followedBy([values.link])]
}
