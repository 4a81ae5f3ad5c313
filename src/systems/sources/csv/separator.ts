/** The separators that a header line can have without a mapping that names one. */
export const separators = [';', ',', '\t', '|']

/** Returns the first line of a text, without line breaks inside quotes; undefined if the text may end before the line does. */
function firstLine(text: string): string | undefined {
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') isQuoted = !isQuoted
    if (!isQuoted && (character === '\n' || character === '\r')) return text.slice(0, index)
  }
  return undefined
}

/** Returns a function that takes the pieces of a file in order, and returns whether the line after the skipped ones has ended. It
 *  scans each piece once: a client can send a header in thousands of pieces. */
export function headerEnd(skip: number): (piece: string) => boolean {
  let hasBegun = skip > 0
  let isQuoted = false
  let last = ''
  let ended = 0
  return (piece) => {
    const text = hasBegun ? piece : piece.trimStart()
    hasBegun ||= text !== ''
    for (const character of text) {
      if (character === '"') isQuoted = !isQuoted
      if (!isQuoted && (character === '\n' || (last === '\r' && character !== '\n'))) ended++
      last = character
      if (ended > skip) return true
    }
    return false
  }
}

/** Returns the separator that a text names on its first line, as Excel writes it: sep=; */
export const namedSeparator = (text: string): string | undefined => /^"?sep=(.)"?[ \t]*(?:\r|\n|$)/i.exec(text)?.[1]

/** Whether a row is the line that names the separator. */
export const namesSeparator = ({ line, cells }: { line: number; cells: string[] }) =>
  line === 1 && /^sep=.?$/i.test(cells.join(''))

/** Returns the text from a line, counted from 0. */
const fromLine = (text: string, line: number) =>
  line === 0
    ? text
    : text
        .split(/\r\n|\n|\r/)
        .slice(line)
        .join('\n')

/** Returns the separator of the header line at the beginning of a file. */
export function separatorOfHeader(start: string, skip: number): string {
  const rest = fromLine(start, skip).trimStart()
  return mostFrequent(firstLine(rest) ?? rest)
}

/** Returns the separator that occurs most often in the header line, outside quotes. A list of separators would make csv-parse
 *  split at all of them. */
function mostFrequent(header: string): string {
  const unquoted = header.replaceAll(/"[^"]*"/g, '')
  const counts = separators.map((separator) => unquoted.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))]!
}
