import { fewestSegments } from '../delivery/channels/mobile/segments.ts'
import type { Mail, Text } from '../delivery/message.ts'
import { oneLine } from '../delivery/one-line.ts'
import { Html, html } from '../http/html.ts'
import { envelope, fill, type MessageContext, messageTexts } from './message-context.ts'

/** Writes the notice as a mail, with a calendar entry. */
export function noticeMail(message: MessageContext, calendar: string | undefined): Mail {
  const { language, say, thing, values } = messageTexts(message)
  const { entity, day, time, link } = values
  const greeting = fill(say.greeting, values)
  const what = [thing, entity, `${day} ${time}`.trim()].filter(Boolean)
  return {
    channel: 'email',
    ...envelope(message),
    from: oneLine(entity),
    subject: oneLine(`${entity}: ${day} ${time}`),
    text: [greeting, what.join('\n'), `${say.invitation}\n${link}`, say.closing].join('\n\n'),
    html: html`<!doctype html><html lang="${language}"><body>
<p>${greeting}</p><p>${what.map((line, index) => html`${index > 0 && new Html('<br>')}${line}`)}</p>
<p>${say.invitation}<br><a href="${link}">${link}</a></p><p>${say.closing}</p>
</body></html>`.text,
    calendar,
    qrCode: undefined,
  }
}

/** Writes the notice as a text message. It invites replies if the channel receives them. */
export function noticeText(message: MessageContext, takesReplies: boolean): Text {
  const { say, values } = messageTexts(message)
  const sentences = takesReplies ? [say.shortWithReplies, say.short] : [say.short]
  return {
    channel: 'mobile',
    ...envelope(message),
    text: fewestSegments(sentences.map((sentence) => oneLine(fill(sentence, values)))),
  }
}
