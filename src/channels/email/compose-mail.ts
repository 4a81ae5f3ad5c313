import type { Envelope } from '../channel.ts'
import type { Letter } from '../content.ts'
import type { Mail } from './mail.ts'
import { mailHtml } from './mail-html.ts'

/** Writes a mail as text and as HTML. */
export const composeMail = (to: Envelope, letter: Letter): Mail => ({
  ...to,
  from: letter.from,
  subject: letter.subject,
  text: textOf(letter),
  html: mailHtml(letter),
  calendar: letter.calendar,
  optOut: letter.optOut.url,
  ...(letter.checkin && { qrCode: letter.checkin.qrCode }),
  ...(letter.logo && { logo: letter.logo.png }),
})

function textOf({
  paragraphs,
  title,
  visitKind,
  rows,
  checkin,
  button,
  advice,
  clinic,
  closing,
  optOut,
}: Letter): string {
  const parts = [
    ...paragraphs.map((paragraph) => [paragraph]),
    title !== undefined && [title],
    [visitKind, clinic.name, ...rows.map(({ line }) => line)],
    checkin && [checkin.sentence, checkin.token],
    button && [button.sentence, button.url],
    advice && [advice.sentence, advice.phone],
    [closing],
    (clinic.address ?? clinic.phone) && [clinic.name, clinic.address, clinic.phone],
    [optOut.sentence, optOut.url],
  ]
  return parts.flatMap((lines) => (lines ? [lines.filter(Boolean).join('\n')] : [])).join('\n\n')
}
