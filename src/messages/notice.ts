import { fewestSegments } from '../delivery/channels/mobile/segments.ts'
import type { Mail, MailCalendar, Text } from '../delivery/message.ts'
import { oneLine } from '../delivery/one-line.ts'
import { fill } from './fill.ts'
import { linkLine, mailOf, textLine } from './mail.ts'
import { envelope, type MessageContext, messageTexts } from './message-context.ts'

/** Writes the notice as a mail, with a calendar entry. */
export function noticeMail(message: MessageContext, calendar: MailCalendar | undefined): Mail {
  const { thing, details, values } = messageTexts(message)
  const { entity, when } = values
  const what = [thing, entity, when, ...details('notice')].map(textLine)
  return mailOf(message, { subject: '$entity: $when', paragraphs: [what, invitation(message)], calendar })
}

/** Writes the news that the clinic has moved the visit. */
export function movedMail(message: MessageContext, calendar: MailCalendar | undefined): Mail {
  const { say, thing, details, values } = messageTexts(message)
  const times = [fill(say.newTime, values), fill(say.oldTime, values)]
  const what = [thing, values.entity, ...times, ...details('moved')].map(textLine)
  const paragraphs = [[textLine(say.moved)], what, invitation(message)]
  return mailOf(message, { subject: say.movedSubject, paragraphs, calendar })
}

/** Asks for an answer, as long as the service takes one. */
function invitation(message: MessageContext) {
  const { say, values } = messageTexts(message)
  return message.areAnswersClosed ? [textLine(say.callToChange)] : [textLine(say.invitation), linkLine(values.link)]
}

export const noticeText = (message: MessageContext, takesReplies: boolean) =>
  invitingText(message, '$entity: $shortWhen.', takesReplies)

export const movedText = (message: MessageContext, takesReplies: boolean) =>
  invitingText(message, messageTexts(message).say.movedText, takesReplies)

/** Writes the news as a text message. It invites replies if the channel receives them. */
function invitingText(message: MessageContext, news: string, takesReplies: boolean): Text {
  const { say, values } = messageTexts(message)
  const invitations = takesReplies ? [say.replies, say.shortInvitation] : [say.shortInvitation]
  const sentences = message.areAnswersClosed ? [say.shortCallToChange] : invitations
  return {
    channel: 'mobile',
    ...envelope(message),
    text: fewestSegments(sentences.map((sentence) => oneLine(fill(`${news} ${sentence}`, values)))),
  }
}
