import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { RawRows } from './raw-rows.ts'

function message(letter: string, ...parts: Uint8Array[]) {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(letter), int32(body.length + 4), body])
}

function int32(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const row = (text: string) => message('D', Buffer.from([0, 1]), int32(Buffer.byteLength(text)), Buffer.from(text))
const absent = message('D', Buffer.from([0, 1]), int32(-1))
const [described, complete, ready] = [
  message('T'),
  message('C', Buffer.from('SELECT\0')),
  message('Z', Buffer.from('I')),
]

// The pipelined responses of three queries. `take` is set for the rows of the first and the third.
const joined = [described, row('{"a":1}'), absent, row('Conceição'), complete, ready]
const whole = [described, row('for pg'), complete, ready]
const responses = Buffer.concat([...joined, ...whole, ...joined])

/** Returns the rows that `take` receives and the bytes that `pg` receives when the stream is split every `chunkBytes`. */
function received(chunkBytes: number) {
  const stream = new PassThrough()
  const taken: (string | null)[] = []
  const passedOn: Buffer[] = []
  let queries = 0
  // Like `pg`, sets and clears `take` in the handler of the message.
  stream.on('data', (bytes: Buffer) => {
    passedOn.push(Buffer.from(bytes))
    for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
      const letter = String.fromCharCode(bytes[at]!)
      if (letter === 'C') rows.take = undefined
      if (letter === 'T' && queries++ !== 1) {
        rows.take = (from, start, end) => taken.push(start === end ? null : from.toString('utf8', start, end))
      }
    }
  })
  const rows = new RawRows(stream)
  for (let at = 0; at < responses.length; at += chunkBytes) {
    // Like a socket, passes each chunk in its own memory.
    stream.emit('data', Buffer.from(new Uint8Array(responses.subarray(at, at + chunkBytes)).buffer))
  }
  return { taken, passedOn: Buffer.concat(passedOn) }
}

test('passes rows to the query that takes them and all other messages to pg, wherever the stream is split', () => {
  const withoutRows = [described, complete, ready]
  const expected = {
    taken: ['{"a":1}', null, 'Conceição', '{"a":1}', null, 'Conceição'],
    passedOn: Buffer.concat([...withoutRows, ...whole, ...withoutRows]),
  }
  for (let chunkBytes = 1; chunkBytes <= responses.length; chunkBytes++) expect(received(chunkBytes)).toEqual(expected)
})
