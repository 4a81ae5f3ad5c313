import { type CsvError, parse } from 'csv-parse'
import { type CsvFault, UnreadableFile } from './fault.ts'
import { headerEnd, namedSeparator, namesSeparator, separatorOfHeader } from './separator.ts'

/** A row with at least one cell that is not empty. */
export interface Row {
  /** The line on which it begins, from 1. */
  line: number
  cells: string[]
}

/** In bytes. An opening quote without a closing one makes the rest of the file one row. */
const maxRowBytes = 65_536

/** In bytes. Many short rows take 20 ms. */
const maxParsed = 16_384

interface FileLayout {
  /** By default, the one that the file names, or that the header line has. */
  separator?: string
  /** The number of lines before the header. */
  skip?: number
}

/** Reads the rows of a file, the header first. Yields the rows of each text together.
 *  @throws UnreadableFile */
export async function* readRows(
  texts: AsyncIterable<string>,
  { separator, skip = 0 }: FileLayout,
): AsyncGenerator<Row[]> {
  const isOfFile = (row: Row) => row.line > skip && !namesSeparator(row)
  const separatorIn = (start: string) => namedSeparator(start) ?? separator ?? separatorOfHeader(start, skip)
  for await (const rows of readAll(texts, separatorIn, skip))
    yield rows.some((row) => !isOfFile(row)) ? rows.filter(isOfFile) : rows
}

async function* readAll(texts: AsyncIterable<string>, separatorIn: (start: string) => string, skip: number) {
  let reader: RowReader | undefined
  let start = ''
  const endsHeader = headerEnd(skip)
  for await (const text of texts) {
    start += text
    if (!reader && !endsHeader(text) && start.length < maxRowBytes) continue
    reader ??= rowReader(separatorIn(start))
    const bytes = Buffer.from(start)
    for (let from = 0; from < bytes.length; from += maxParsed)
      yield* reader.read(bytes.subarray(from, from + maxParsed))
    start = ''
  }
  reader ??= rowReader(separatorIn(start))
  if (start !== '') yield* reader.read(Buffer.from(start))
  yield* reader.end()
}

type RowReader = ReturnType<typeof rowReader>

const lineBreaks = /\r\n|\n|\r/g
const hasLineBreak = (cell: string) => cell.includes('\n') || cell.includes('\r')

function rowReader(delimiter: string) {
  let rows: Row[] = []
  let fault: CsvFault | undefined
  let lastLine = 0
  // csv-parse counts CRLF in a cell as two lines.
  let overcount = 0
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    // A quote inside a cell without quotes is a part of the text.
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: maxRowBytes,
    on_record(cells: string[], { lines }) {
      const breaks = cells.some(hasLineBreak) ? cells.join().match(lineBreaks)! : []
      overcount += breaks.filter((one) => one.length === 2).length
      lastLine = lines - overcount
      rows.push({ line: lastLine - breaks.length, cells })
      // The parser keeps no rows: an error would discard them.
      return null
    },
  })
  parser.on('error', (error: CsvError) => {
    fault = { line: lastLine + 1, reason: reasons[error.code] ?? 'is not CSV' }
  })

  /** Returns the rows since the last call.
   *  @throws UnreadableFile after them */
  function* taken() {
    yield rows
    rows = []
    if (fault) throw new UnreadableFile(fault)
  }

  return {
    async *read(bytes: Uint8Array) {
      await new Promise<unknown>((resolve) => parser.write(bytes, resolve))
      yield* taken()
    },
    async *end() {
      await new Promise<unknown>((resolve) => parser.end(resolve))
      yield* taken()
    },
  }
}

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED:
    'has an opening quotation mark without a closing one, so the rest of the file cannot be read. The file may be cut off',
  CSV_MAX_RECORD_SIZE: `has more than ${maxRowBytes / 1024} KiB, so the rest of the file was not read. A quotation mark may be unclosed`,
}
