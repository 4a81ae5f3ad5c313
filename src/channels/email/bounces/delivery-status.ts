import type PostalMime from 'postal-mime'
import type { Attachment } from 'postal-mime'
import { type BounceReport, bounceOf } from './bounce.ts'

const headersOf = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']

// Anybody can send a report, which is read before its reference is checked. A mail of this service has one recipient.
const maxStatusLength = 64 * 1024
const maxRecipients = 10

/** Reads a delivery status notification (RFC 3464). Only permanent failures are bounces: a delay, an automatic reply or a
 *  challenge has none. Returns undefined for any other mail. */
export async function readDeliveryStatus(
  parse: typeof PostalMime.parse,
  source: Uint8Array,
): Promise<BounceReport | undefined> {
  const mail = await parse(source, { forceRfc822Attachments: true, attachmentEncoding: 'utf8' })
  const isPart = (types: string[]) => (part: Attachment) => types.includes(part.mimeType.toLowerCase())
  const status = mail.attachments.find(isPart(['message/delivery-status', 'message/global-delivery-status']))
  if (!status) return undefined
  const [, ...recipients] = blocksOf(String(status.content).slice(0, maxStatusLength))
  const returned = mail.attachments.filter(isPart(headersOf)).map(({ content }) => String(content))
  return {
    referenceText: returned.join('\n'),
    bounces: recipients.slice(0, maxRecipients).flatMap((fields) => bouncesOf(readFields(fields), mail.text ?? '')),
  }
}

/** RFC 3464, 2.3. The original recipient is the address of the mail. The final one differs if the address forwards. */
function bouncesOf(fields: Map<string, string>, text: string) {
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0]
  if (fields.get('action')?.toLowerCase() !== 'failed' || !status?.startsWith('5.')) return []
  const recipients = ['original-recipient', 'final-recipient'].map((name) => withoutType(fields.get(name)))
  const diagnosis = withoutType(fields.get('diagnostic-code'))
  return recipients.flatMap((recipient) =>
    recipient ? [bounceOf(recipient, status, diagnosis ?? lineAbout(recipient, text))] : [],
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

/** Returns the first line with the recipient: OpenSMTPD gives the response of the other server only in the text. */
function lineAbout(recipient: string, text: string): string | undefined {
  const at = text.indexOf(recipient)
  if (at === -1) return undefined
  const end = text.indexOf('\n', at)
  return text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? undefined : end).trim()
}

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
const withoutType = (field: string | undefined) => field?.replace(/^[^;]*;/, '').trim()
