import { stringify } from 'csv-stringify/sync'
import type { Chunk, RecordSeparator } from '../database/keyset-list.ts'

/** The serialisation of a list. The JSON formats reuse the bytes of a chunk without copying them. */
export interface Format {
  separator: RecordSeparator
  /** A list that fits in one chunk. */
  whole(chunk: Chunk): Uint8Array
  /** The bytes that a chunk with records adds to a longer list. */
  chunk(records: Uint8Array, first: boolean): Uint8Array
  /** @param begun whether a chunk precedes the end */
  end(begun: boolean): Uint8Array
}

const nothing = Buffer.alloc(0)

const jsonFormat: Format = {
  separator: ',',
  whole: ({ records }) => records,
  chunk(records, first) {
    if (!first) records[0] = ','.charCodeAt(0)
    return records.subarray(0, -1)
  },
  end: (begun) => Buffer.from(begun ? ']' : '[]'),
}

const ndjson: Format = {
  separator: '\n',
  whole: ({ records, matched }) => (matched > 0 ? ndjson.chunk(records, true) : nothing),
  chunk(records) {
    records[records.length - 1] = '\n'.charCodeAt(0)
    return records.subarray(1)
  },
  end: () => nothing,
}

/** RFC 4180, with a header line. A `'` before a cell prevents a spreadsheet from evaluating it as a formula. */
const csvLines = (rows: unknown[][]) =>
  Buffer.from(stringify(rows, { record_delimiter: 'windows', escape_formulas: true }))

const csvFormat = <Item>(columns: string[], cells: (item: Item) => unknown[]): Format => {
  const chunk = (records: Uint8Array, first: boolean) =>
    csvLines([...(first ? [columns] : []), ...(JSON.parse(Buffer.from(records).toString()) as Item[]).map(cells)])
  return {
    separator: ',',
    whole: ({ records }) => chunk(records, true),
    chunk,
    end: (begun) => (begun ? nothing : csvLines([columns])),
  }
}

export const mediaTypes = ['application/json', 'application/x-ndjson', 'text/csv'] as const

/** Returns the formats of a list of items, by media type. `cells` returns the cells of an item, in the order of
 *  `columns`. */
export const formatsOf = <Item>(columns: string[], cells: (item: Item) => unknown[]) =>
  ({
    'application/json': jsonFormat,
    'application/x-ndjson': ndjson,
    'text/csv': csvFormat(columns, cells),
  }) satisfies Record<(typeof mediaTypes)[number], Format>

/** Serialises a list of any length, chunk by chunk. */
export async function* formatChunks(format: Format, chunks: AsyncIterable<Chunk>) {
  let begun = false
  for await (const { records, matched } of chunks) {
    if (matched === 0) continue
    yield format.chunk(records, !begun)
    begun = true
  }
  yield format.end(begun)
}
