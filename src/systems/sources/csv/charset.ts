/** The charsets of files. A byte order mark takes precedence; without one, utf-16 is little-endian. */
export const charsets = ['utf-8', 'windows-1252', 'macintosh', 'utf-16', 'utf-16le', 'utf-16be'] as const
export type Charset = (typeof charsets)[number]

/** In a decoded text, replaces bytes that the charset does not have. */
export const replacement = '\ufffd'

const marks: [charset: Charset, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
const maxMarkBytes = 3

/** Returns the charset that the byte order mark at the start of a file names. */
export const charsetOfMark = (start: Uint8Array): Charset | undefined =>
  marks.find(([, mark]) => mark.every((byte, index) => start[index] === byte))?.[0]

/** Decodes a file, without its byte order mark. */
export async function* decode(bytes: AsyncIterable<Uint8Array>, charset: Charset): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let start = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true })
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < maxMarkBytes) continue
    decoder = new TextDecoder(charsetOfMark(start) ?? charset)
    yield decoder.decode(start, { stream: true })
  }
  yield decoder ? decoder.decode() : new TextDecoder(charsetOfMark(start) ?? charset).decode(start)
}
