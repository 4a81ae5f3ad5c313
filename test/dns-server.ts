import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import { onTestFinished } from 'vitest'

/** The addresses of a name, or another name for it. */
export type Records = Record<string, string[] | { cname: string }>

const types = { A: 1, CNAME: 5, AAAA: 28 }
const [noError, noSuchName] = [0, 3]

/** A DNS server until the end of the test.
 *  @param records the names that it knows. It never responds to questions for a name that begins with `silent`. */
export async function dnsServer(records: Records, address = '127.0.0.1', port = 0) {
  const asked: string[] = []
  const socket = createSocket('udp4').on('message', (query, { port, address }) => {
    const { name, type } = questionOf(query)
    asked.push(name)
    if (!name.startsWith('silent')) socket.send(responseTo(query, records, name, type), port, address)
  })
  socket.bind(port, address)
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { address: `${address}:${socket.address().port}`, asked }
}

/** RFC 1035, 4.1.2. */
function questionOf(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function responseTo(query: Buffer, records: Records, name: string, type: number): Buffer {
  const answers = answersOf(records, name, type)
  const header = Buffer.from(query.subarray(0, 12))
  // A response, with recursion.
  header.writeUInt16BE(0x8180 | (name in records ? noError : noSuchName), 2)
  header.writeUInt16BE(answers.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, query.subarray(12, questionOf(query).end), ...answers])
}

function answersOf(records: Records, name: string, type: number): Buffer[] {
  const known = records[name] ?? []
  if ('cname' in known)
    return [record(name, types.CNAME, encoded(known.cname)), ...answersOf(records, known.cname, type)]
  return known
    .filter((address) => type === (isIPv4(address) ? types.A : types.AAAA))
    .map((address) => record(name, type, bytesOf(address)))
}

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([encoded(name), fixed, data])
}

const encoded = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.alloc(1),
  ])

/** An IPv6 address has all its eight groups. */
const bytesOf = (address: string) =>
  isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(address.split(':').flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]))
