import { stringify } from 'csv-stringify/sync'
import type { Chunk } from '../database/keyset-list.ts'

/** The serialisation of a list. */
export interface Format<Records> {
  /** A list that fits in one chunk. */
  whole(chunk: Chunk<Records>): Uint8Array
  /** The bytes that a chunk with records adds to a longer list. */
  chunk(records: Records, first: boolean): Uint8Array
  /** @param begun whether a chunk precedes the end */
  end(begun: boolean): Uint8Array
}

export const mediaTypes = ['application/json', 'application/x-ndjson', 'text/csv'] as const
type MediaType = (typeof mediaTypes)[number]

const nothing = Buffer.alloc(0)

/** How CSV shows an item: the names of the columns, and their cells. */
interface Table<Item> {
  columns: string[]
  cells(item: Item): unknown[]
}

/** The formats of a list of values, by media type. */
export const valueFormats = <Item>(table: Table<Item>): Record<MediaType, Format<Item[]>> => ({
  'application/json': {
    whole: ({ records }) => Buffer.from(JSON.stringify(records)),
    chunk: (records, first) => Buffer.from(`${first ? '[' : ','}${JSON.stringify(records).slice(1, -1)}`),
    end: endOfArray,
  },
  'application/x-ndjson': {
    whole: ({ records }) => lines(records),
    chunk: lines,
    end: () => nothing,
  },
  'text/csv': csvFormat(table, (items: Item[]) => items),
})

const endOfArray = (begun: boolean) => Buffer.from(begun ? ']' : '[]')

const lines = (items: unknown[]) => Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''))

type Bytes = Uint8Array<ArrayBuffer>
type RecordFormat = Format<Bytes> & { separator: ',' | '\n' }

/** The formats of a list of stored records, by media type. A chunk has the records as JSON in UTF-8: `[`, the records with the
 *  format's separator between them, `]`. The JSON formats reuse these bytes without copying them. */
export const recordFormats = <Item>(table: Table<Item>) =>
  ({
    'application/json': { separator: ',', ...joinedArray },
    'application/x-ndjson': { separator: '\n', ...joinedLines },
    'text/csv': {
      separator: ',',
      ...csvFormat(table, (records: Bytes): Item[] => JSON.parse(Buffer.from(records).toString())),
    },
  }) as const satisfies Record<MediaType, RecordFormat>

const joinedArray: Format<Bytes> = {
  whole: ({ records }) => records,
  chunk(records, first) {
    if (!first) records[0] = ','.charCodeAt(0)
    return records.subarray(0, -1)
  },
  end: endOfArray,
}

const joinedLines: Format<Bytes> = {
  whole: ({ records, matched }) => (matched > 0 ? joinedLines.chunk(records, true) : nothing),
  chunk(records) {
    records[records.length - 1] = '\n'.charCodeAt(0)
    return records.subarray(1)
  },
  end: () => nothing,
}

// Spreadsheets and their imports trim such characters, and then evaluate the rest. `escape_formulas` looks only at the first one.
const paddedFormula = /^[\s\p{C}]+[=+\-@＝＋－＠]/u

/** RFC 4180, with a header line. A `'` before a cell prevents a spreadsheet from evaluating it as a formula. By default, csv-stringify
 *  quotes only CRLF, and a line feed would begin a row. */
const csvLines = (rows: unknown[][]) =>
  Buffer.from(
    stringify(rows, {
      record_delimiter: 'windows',
      escape_formulas: true,
      quoted_match: /[\r\n]/,
      cast: { string: (text) => (paddedFormula.test(text) ? `'${text}` : text) },
    }),
  )

function csvFormat<Item, Records>(
  { columns, cells }: Table<Item>,
  itemsOf: (records: Records) => Item[],
): Format<Records> {
  const chunk = (records: Records, first: boolean) =>
    csvLines([...(first ? [columns] : []), ...itemsOf(records).map(cells)])
  return {
    whole: ({ records }) => chunk(records, true),
    chunk,
    end: (begun) => (begun ? nothing : csvLines([columns])),
  }
}

/** Serialises a list of any length, chunk by chunk. */
export async function* formatChunks<Records>(format: Format<Records>, chunks: AsyncIterable<Chunk<Records>>) {
  let begun = false
  for await (const { records, matched } of chunks) {
    if (matched === 0) continue
    yield format.chunk(records, !begun)
    begun = true
  }
  yield format.end(begun)
}
