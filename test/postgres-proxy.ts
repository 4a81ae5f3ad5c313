import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

export interface SentStatement {
  text: string
  values: (string | Buffer | null)[]
}

/** Starts a proxy on loopback before the server of `url`, until the end of the test. It records the statements that its
 *  clients send, by packet. */
export async function recordPackets(url: string) {
  const packets: SentStatement[][] = []
  const proxied = new URL(url)
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(url).port), proxied.hostname)
    const statementsIn = frontendParser()
    client.on('data', (bytes: Buffer) => {
      const statements = statementsIn(bytes)
      if (statements.length > 0) packets.push(statements)
    })
    client.pipe(upstream).pipe(client)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  proxied.port = String((server.address() as AddressInfo).port)
  return { url: proxied.href, packets }
}

/** Returns a function that reads the statements in the next bytes of one connection
 *  (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
function frontendParser() {
  const texts = new Map<string, string>()
  let unread = Buffer.alloc(0)
  let isStarted = false
  return (bytes: Buffer) => {
    unread = Buffer.concat([unread, bytes])
    const statements: SentStatement[] = []
    for (;;) {
      // Only the first message has no type.
      const at = isStarted ? 1 : 0
      if (unread.length < at + 4 || unread.length < at + unread.readInt32BE(at)) return statements
      const end = at + unread.readInt32BE(at)
      const type = isStarted ? String.fromCharCode(unread[0]!) : 'startup'
      const message = reader(unread.subarray(at + 4, end))
      if (type === 'Q') statements.push({ text: message.text(), values: [] })
      if (type === 'P') texts.set(message.text(), message.text())
      if (type === 'B') {
        message.text()
        statements.push({ text: texts.get(message.text())!, values: message.values() })
      }
      isStarted = true
      unread = unread.subarray(end)
    }
  }
}

function reader(bytes: Buffer) {
  let at = 0
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  const int16 = () => take(2).readInt16BE()
  return {
    text() {
      const text = take(bytes.indexOf(0, at) - at)
      take(1)
      return text.toString()
    },
    values() {
      const formats = Array.from({ length: int16() }, int16)
      return Array.from({ length: int16() }, (_, index) => {
        const length = take(4).readInt32BE()
        if (length < 0) return null
        return formats[index] === 1 ? take(length) : take(length).toString()
      })
    },
  }
}
