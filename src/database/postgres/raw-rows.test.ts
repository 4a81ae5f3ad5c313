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

// Of a query whose rows are asked for, one whose rows are not, and another whose are: sent together.
const joined = [described, row('{"a":1}'), absent, row('Conceição'), complete, ready]
const whole = [described, row('as pg has it'), complete, ready]
const answers = Buffer.concat([...joined, ...whole, ...joined])

/** What `pg` and whoever takes rows hear when the answers come in pieces of so many bytes. */
function heard(pieceBytes: number) {
  const stream = new PassThrough()
  const taken: (string | null)[] = []
  const handedOn: Buffer[] = []
  let queries = 0
  // As `pg` does: within the message that says so.
  stream.on('data', (bytes: Buffer) => {
    handedOn.push(Buffer.from(bytes))
    for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
      const letter = String.fromCharCode(bytes[at]!)
      if (letter === 'C') rows.take = undefined
      if (letter === 'T' && queries++ !== 1) {
        rows.take = (from, start, end) => taken.push(start === end ? null : from.toString('utf8', start, end))
      }
    }
  })
  const rows = new RawRows(stream)
  for (let at = 0; at < answers.length; at += pieceBytes) {
    // As sockets give them: each in memory of its own.
    stream.emit('data', Buffer.from(new Uint8Array(answers.subarray(at, at + pieceBytes)).buffer))
  }
  return { taken, handedOn: Buffer.concat(handedOn) }
}

test('rows go to whoever asked for them, and all else to pg, wherever the stream is cut, and nothing of it is kept', () => {
  const withoutRows = [described, complete, ready]
  const expected = {
    taken: ['{"a":1}', null, 'Conceição', '{"a":1}', null, 'Conceição'],
    handedOn: Buffer.concat([...withoutRows, ...whole, ...withoutRows]),
  }
  for (let pieceBytes = 1; pieceBytes <= answers.length; pieceBytes++) expect(heard(pieceBytes)).toEqual(expected)
})
