interface FileLayout {
  charset: string
  separator: string
  /** The number of lines before the header. */
  skip?: number
  header?: boolean
}

/** Returns the rows that begin on these lines as a CSV file with the header, each with its reasons in a further column.
 *  The cells stay as they are in the file. */
export async function faultyRows(
  file: Blob,
  { charset, separator, skip = 0, header = true }: FileLayout,
  reasons: ReadonlyMap<number, string>,
  title: string,
): Promise<Blob> {
  const kept: string[] = []
  for await (const { row, line } of rawRows(decoded(file, charset), separator)) {
    if (line <= skip || /^"?sep=/i.test(row)) continue
    const note = header && kept.length === 0 ? title : reasons.get(line)
    if (note !== undefined && row.trim() !== '') kept.push(`${row}${separator}"${note.replaceAll('"', '""')}"\r\n`)
  }
  return new Blob(kept, { type: 'text/csv' })
}

/** Chunks of a Blob are not iterable in every browser. */
async function* decoded(file: Blob, charset: string) {
  const decoder = new TextDecoder(charset)
  const reader = file.stream().getReader()
  for (;;) {
    const { value, done } = await reader.read()
    yield decoder.decode(value, { stream: !done })
    if (done) return
  }
}

/** The state of a cell after a quotation mark. One inside a cell without quotes is a part of the text. */
const afterQuote = { start: 'quoted', plain: 'plain', quoted: 'closed', closed: 'quoted' } as const

/** Splits texts into the rows of a CSV file, each with the line on which it begins, from 1. */
async function* rawRows(texts: AsyncIterable<string>, separator: string) {
  let row = ''
  let [line, begin] = [1, 1]
  let state: keyof typeof afterQuote = 'start'
  let last = ''
  for await (const text of texts) {
    for (const character of text) {
      const isSecondOfBreak = character === '\n' && last === '\r'
      const isBreak = (character === '\n' || character === '\r') && !isSecondOfBreak
      last = character
      if (isBreak) line++
      if (isSecondOfBreak && state !== 'quoted') continue
      if (isBreak && state !== 'quoted') {
        yield { row, line: begin }
        row = ''
        begin = line
        state = 'start'
        continue
      }
      row += character
      if (character === '"') state = afterQuote[state]
      else if (state !== 'quoted') state = character === separator ? 'start' : 'plain'
    }
  }
  if (row !== '') yield { row, line: begin }
}
