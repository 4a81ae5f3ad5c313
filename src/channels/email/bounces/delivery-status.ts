import type PostalMime from 'postal-mime'
import type { Attachment } from 'postal-mime'
import { type BounceReport, bounceOf, maxRecipients } from './bounce.ts'
import { readQsbmf } from './qsbmf.ts'

const headersOf = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']

// Anybody can send a report, which is read before its reference is checked.
const maxStatusLength = 64 * 1024
// The text about one recipient.
const maxLines = 10

// RFC 3464, 2.3.3: the server does not try again, whatever the status. SendGrid writes `expired`.
const finalActions = /^(?:failed|expired)\b/i

// OpenSMTPD 6.8 reports a mail that it has given up as delayed, with these words.
const gaveUp = /^\S+: Envelope expired$/

/** Reads a delivery status notification (RFC 3464), or a bounce of qmail. Only final failures are bounces: a delay, an automatic
 *  reply or a challenge has none. Returns undefined for any other mail. */
export async function readDeliveryStatus(
  parse: typeof PostalMime.parse,
  source: Uint8Array,
): Promise<BounceReport | undefined> {
  const mail = await parse(source, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' })
  const isPart = (types: string[]) => (part: Attachment) => types.includes(part.mimeType.toLowerCase())
  const status = mail.attachments.find(isPart(['message/delivery-status', 'message/global-delivery-status']))
  if (!status) return readQsbmf(mail.text ?? '')
  const blocks = blocksOf(String(status.content).slice(0, maxStatusLength))
  const returned = mail.attachments.filter(isPart(headersOf)).map(({ content }) => String(content))
  return {
    referenceText: returned.join('\n'),
    bounces: blocks
      .map(readFields)
      .filter((fields) => isFinal(fields, mail.text ?? ''))
      .slice(0, maxRecipients)
      .flatMap((fields) => bouncesOf(fields, mail.text ?? '')),
  }
}

function isFinal(fields: Map<string, string>, text: string): boolean {
  const action = fields.get('action') ?? ''
  if (finalActions.test(action)) return true
  const recipient = withoutType(fields.get('final-recipient'))
  return /^delayed\b/i.test(action) && !!recipient && gaveUp.test(linesAbout(recipient, text) ?? '')
}

/** RFC 3464, 2.3. The original recipient is the address of the mail. The final one differs if the address forwards. */
function bouncesOf(fields: Map<string, string>, text: string) {
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0]
  const recipients = ['original-recipient', 'final-recipient'].map((name) => withoutType(fields.get(name)))
  const diagnosis = withoutType(fields.get('diagnostic-code'))
  return recipients.flatMap((recipient) =>
    recipient ? [bounceOf(recipient, status, diagnosis || linesAbout(recipient, text))] : [],
  )
}

/** Returns the blocks of lines between empty lines. */
function blocksOf(text: string): string[] {
  const blocks: string[][] = [[]]
  for (const line of text.trim().split('\n')) {
    if (line.trim() !== '') blocks.at(-1)!.push(line)
    else if (blocks.at(-1)!.length > 0) blocks.push([])
  }
  return blocks.map((lines) => lines.join('\n'))
}

/** Returns the first line with the recipient, and the lines below it that are indented further. OpenSMTPD and Exim give the response
 *  of the other server only in the text. */
function linesAbout(recipient: string, text: string): string | undefined {
  const at = text.indexOf(recipient)
  if (at === -1) return undefined
  const [first, ...others] = text.slice(text.lastIndexOf('\n', at) + 1).split('\n', maxLines)
  const indent = indentOf(first!)
  const end = others.findIndex((line) => indentOf(line) <= indent)
  return [first!, ...others.slice(0, end === -1 ? undefined : end)].map((line) => line.trim()).join(' ')
}

const indentOf = (line: string) => line.search(/\S|$/)

/** Returns the fields by name. The first of several with one name counts. */
function readFields(block: string): Map<string, string> {
  const lines = block.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const fields = lines.flatMap((line) => {
    const [, name, value] = /^([\w-]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name.toLowerCase(), value!] as const]
  })
  return new Map(fields.toReversed())
}

/** Removes the type from `rfc822; joao@example.org`. */
const withoutType = (field: string | undefined) => field?.replace(/^[\w-]+[ \t]*;/, '').trim()
