const maxLineBytes = 1024 * 1024
const newline = 0x0a

export interface RawLine {
  /** From 1. */
  number: number
  /** Undefined for a line that is too long or not UTF-8; `fault` states the reason. */
  text?: string
  fault?: string
  /** The byte offset in the file at which the line ends. */
  end: number
}

/** Splits UTF-8 bytes into lines and skips blank ones. Buffers one line of at most 1 MiB. */
export async function* readLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<RawLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest: Buffer[] = []
  let length = 0
  let number = 0
  let end = 0

  function finish(last: Buffer): RawLine | undefined {
    number++
    const tooLong = length + last.length > maxLineBytes
    const line = tooLong ? undefined : Buffer.concat([...rest, last])
    rest = []
    length = 0
    if (!line) return { number, end, fault: 'is longer than 1 MiB' }
    try {
      const text = decoder.decode(line)
      return text.trim() === '' ? undefined : { number, end, text }
    } catch {
      return { number, end, fault: 'is not UTF-8' }
    }
  }

  for await (const block of bytes) {
    let start = 0
    for (let stop = block.indexOf(newline); stop >= 0; stop = block.indexOf(newline, start)) {
      end += stop + 1 - start
      const line = finish(block.subarray(start, stop))
      if (line) yield line
      start = stop + 1
    }
    const tail = block.subarray(start)
    end += tail.length
    length += tail.length
    if (length <= maxLineBytes) rest.push(tail)
    else rest = []
  }
  const line = length > 0 ? finish(Buffer.alloc(0)) : undefined
  if (line) yield line
}
