import type { Duplex } from 'node:stream'
import { freeBytes } from '../../memory/free-bytes.ts'

/** Receives the only column of a row: the bytes from `from` to before `to`. `from` equals `to` for null. */
export type TakeColumn = (bytes: Buffer, from: number, to: number) => void

// https://www.postgresql.org/docs/current/protocol-message-formats.html: a type byte, a length that includes itself, the body.
const [rowDescription, dataRow] = [0x54, 0x44]
const header = 5
// A row starts with its number of columns (2 bytes) and the length of the first (4 bytes).
const columnAt = header + 2 + 4

/** Sits between a connection and `pg`. Passes rows of one column to `take` as bytes, and all other messages to `pg`.
 *  Construct it while no query is running. Converting rows to strings and back would take half of a list's time. */
export class RawRows {
  /** Receives the rows of the current query. If undefined, `pg` receives them. */
  take: TakeColumn | undefined
  readonly #passOn: (bytes: Buffer) => void
  /** The beginning of an incomplete message. */
  #partial: Buffer = Buffer.alloc(0)

  constructor(stream: Duplex) {
    const [passOn, ...others] = stream.listeners('data') as ((bytes: Buffer) => void)[]
    if (!passOn || others.length > 0) {
      throw new Error('This release of `pg` is not supported: `pg` must be the only listener of its connection.')
    }
    this.#passOn = passOn
    stream.off('data', passOn)
    stream.on('data', (chunk: Buffer) => this.#read(chunk))
  }

  #read(chunk: Buffer) {
    let at = 0
    while (this.#partial.length > 0 && at < chunk.length) {
      const missing = lengthOf(this.#partial) - this.#partial.length
      this.#partial = Buffer.concat([this.#partial, chunk.subarray(at, at + missing)])
      at += missing
      if (this.#partial.length === lengthOf(this.#partial)) this.#partial = this.#dispatch(this.#partial)
    }
    if (at < chunk.length) this.#partial = Buffer.from(this.#dispatch(chunk.subarray(at)))
    // Without this, marking takes a quarter of the time of a month's list.
    freeBytes(chunk)
  }

  /** Dispatches the complete messages. Returns the beginning of an incomplete one. */
  #dispatch(bytes: Buffer): Buffer {
    let passedOn = 0
    let isDescribed = false
    let at = 0
    const passOnUpTo = (end: number) => {
      if (end > passedOn) this.#passOn(bytes.subarray(passedOn, end))
      passedOn = end
    }
    while (at + header <= bytes.length) {
      const end = at + lengthOf(bytes, at)
      if (end > bytes.length) break
      if (bytes[at] === rowDescription) isDescribed = true
      else if (bytes[at] === dataRow) {
        // `pg` sets `take` when it receives the messages before the rows.
        if (isDescribed) passOnUpTo(at)
        isDescribed = false
        if (this.take) {
          passOnUpTo(at)
          this.take(bytes, at + columnAt, end)
          passedOn = end
        }
      }
      at = end
    }
    passOnUpTo(at)
    return bytes.subarray(at)
  }
}

/** The length of the message at `at`; the header's length while the header is incomplete. */
const lengthOf = (bytes: Buffer, at = 0) => (bytes.length < at + header ? header : 1 + bytes.readInt32BE(at + 1))
