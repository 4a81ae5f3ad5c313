import type { Mail } from '../delivery/message.ts'
import { oneLine } from '../delivery/one-line.ts'
import { html } from '../http/html.ts'
import { envelope, fill, type MessageContext, messageTexts } from './message-context.ts'

/** The contents of a confirmation, for the front desk. */
export interface Pass {
  checkinToken: string
  /** The check-in token as PNG. */
  qrCode: Buffer
  calendar: string | undefined
}

export function confirmationMail(message: MessageContext, { checkinToken, qrCode, calendar }: Pass): Mail {
  const { language, say, thing, values } = messageTexts(message)
  const { entity, day, time, link } = values
  const greeting = fill(say.greeting, values)
  const what = [thing, entity, `${day} ${time}`.trim()].filter(Boolean).join(', ')
  return {
    channel: 'email',
    ...envelope(message),
    from: oneLine(entity),
    subject: oneLine(fill(say.confirmedSubject, values)),
    text: [
      greeting,
      `${say.confirmed}\n${what}`,
      `${say.showAtDesk}\n${checkinToken}`,
      `${say.changeOfMind}\n${link}`,
    ].join('\n\n'),
    html: html`<!doctype html><html lang="${language}"><body>
<p>${greeting}</p><p>${say.confirmed}<br>${what}</p>
<p>${say.showAtDesk}<br><img src="cid:qr-code" alt="${checkinToken}" width="300" height="300"><br><code>${checkinToken}</code></p>
<p>${say.changeOfMind}<br><a href="${link}">${link}</a></p>
</body></html>`.text,
    calendar,
    qrCode,
  }
}
