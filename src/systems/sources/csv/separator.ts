/** The separators that a header line can have without a mapping that names one. */
const separators = [';', ',', '\t', '|']

/** Returns the first line of a text, without line breaks inside quotes; undefined if the text may end before the line does. */
export function firstLine(text: string): string | undefined {
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') isQuoted = !isQuoted
    if (!isQuoted && (character === '\n' || character === '\r')) return text.slice(0, index)
  }
  return undefined
}

/** Returns a function that takes the pieces of a file in order, and returns whether the header line has ended. It scans each piece
 *  once: a client can send a header in thousands of pieces. */
export function headerEnd(): (piece: string) => boolean {
  let hasBegun = false
  let isQuoted = false
  return (piece) => {
    const text = hasBegun ? piece : piece.trimStart()
    hasBegun ||= text !== ''
    for (const character of text) {
      if (character === '"') isQuoted = !isQuoted
      if (!isQuoted && (character === '\n' || character === '\r')) return true
    }
    return false
  }
}

/** Returns the separator that occurs most often in the header line, outside quotes. A list of separators would make csv-parse
 *  split at all of them. */
export function separatorOf(header: string): string {
  const unquoted = header.replaceAll(/"[^"]*"/g, '')
  const counts = separators.map((separator) => unquoted.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))]!
}
