import type { Duplex } from 'node:stream'

/** Takes the one column of a row, from one byte up to, not including, another: the same byte where it is null. */
export type TakeColumn = (bytes: Buffer, from: number, to: number) => void

// https://www.postgresql.org/docs/current/protocol-message-formats.html: a letter, a length that counts itself, and what it is of.
const [rowDescription, dataRow] = [0x54, 0x44]
const header = 5
// A row says how many columns it has, and how long each is.
const columnAt = header + 2 + 4

/** Stands between a connection, at whose other end nothing is under way, and `pg`: hands rows of one column as bytes to
 *  whoever asks for them, and all else on. A string of each, to be bytes again in the answer, would cost half of the time
 *  that a list takes here. */
export class RawRows {
  /** Of the query that is being answered; without, its rows are `pg`'s. */
  take: TakeColumn | undefined
  readonly #handOn: (bytes: Buffer) => void
  /** Of a message whose end is still to come. */
  #begun: Buffer = Buffer.alloc(0)

  constructor(stream: Duplex) {
    const [handOn, ...others] = stream.listeners('data') as ((bytes: Buffer) => void)[]
    if (!handOn || others.length > 0) throw new Error('Expected `pg` alone to listen to its connection')
    this.#handOn = handOn
    stream.off('data', handOn)
    stream.on('data', (chunk: Buffer) => this.#read(chunk))
  }

  #read(chunk: Buffer) {
    let at = 0
    while (this.#begun.length > 0 && at < chunk.length) {
      const missing = lengthOf(this.#begun) - this.#begun.length
      this.#begun = Buffer.concat([this.#begun, chunk.subarray(at, at + missing)])
      at += missing
      if (this.#begun.length === lengthOf(this.#begun)) this.#begun = this.#share(this.#begun)
    }
    if (at < chunk.length) this.#begun = Buffer.from(this.#share(chunk.subarray(at)))
    // Nobody keeps any of it. V8 counts what lies outside its heap late: left alone, it takes a quarter of a month's time to
    // mark all of the heap.
    if (chunk.length === chunk.buffer.byteLength && chunk.buffer instanceof ArrayBuffer) chunk.buffer.transfer(0)
  }

  /** Gives what is left: the beginning of a message. */
  #share(bytes: Buffer): Buffer {
    let handedOn = 0
    let isDescribed = false
    let at = 0
    const handOnUpTo = (end: number) => {
      if (end > handedOn) this.#handOn(bytes.subarray(handedOn, end))
      handedOn = end
    }
    while (at + header <= bytes.length) {
      const end = at + lengthOf(bytes, at)
      if (end > bytes.length) break
      if (bytes[at] === rowDescription) isDescribed = true
      else if (bytes[at] === dataRow) {
        // Whose rows these are is known once `pg` has heard what comes before them.
        if (isDescribed) handOnUpTo(at)
        isDescribed = false
        if (this.take) {
          handOnUpTo(at)
          this.take(bytes, at + columnAt, end)
          handedOn = end
        }
      }
      at = end
    }
    handOnUpTo(at)
    return bytes.subarray(at)
  }
}

/** Of the message that begins there; of its header, until that is known. */
const lengthOf = (bytes: Buffer, at = 0) => (bytes.length < at + header ? header : 1 + bytes.readInt32BE(at + 1))
