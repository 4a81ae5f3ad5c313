const member = Buffer.from('"notification_id":"')
const quote = '"'.charCodeAt(0)

/** Returns the notifications that records name, in order. Inside a text, the quotes of the member would be escaped. To parse the records
 *  would take as long as to read them. */
export function notificationsIn(records: Uint8Array): string[] {
  const bytes = Buffer.from(records.buffer, records.byteOffset, records.byteLength)
  const ids: string[] = []
  for (let at = bytes.indexOf(member); at >= 0; at = bytes.indexOf(member, at)) {
    const from = at + member.length
    at = bytes.indexOf(quote, from)
    ids.push(bytes.toString('latin1', from, at))
  }
  return ids
}
