import { stringify } from 'csv-stringify/sync'
import { plugins } from '../plugins/registry.ts'
import type { ActionRecord } from './action.ts'
import type { Chunk, RecordSeparator } from './list-by-date.ts'

/** How a list is written. Records come joined, with the separator in front of each. */
interface Format {
  separator: RecordSeparator
  start: Buffer
  end: Buffer
  convert(records: Uint8Array, first: boolean): Uint8Array
}

const json: Format = {
  separator: ',',
  start: Buffer.from('['),
  end: Buffer.from(']'),
  convert: (records, first) => (first ? records.subarray(1) : records),
}

const ndjson: Format = {
  separator: '\n',
  start: Buffer.alloc(0),
  end: Buffer.alloc(0),
  convert(records) {
    records.copyWithin(0, 1)
    records[records.length - 1] = 0x0a
    return records
  },
}

const knownParams = [...new Set(plugins.flatMap((plugin) => Object.keys(plugin.params.properties)))]

const columns = [
  'action',
  'date',
  'task_id',
  'notification_id',
  'entity_id',
  'external_id',
  'category',
  'target',
  'channel',
  'uid',
  'contact.external_id',
  'contact.name',
  ...knownParams.map((key) => `params.${key}`),
  // As JSON: whatever params a pair has that no plugin knows.
  'params.other',
]

/** RFC 4180, one header line. Cells that a spreadsheet would take for a formula get a `'` in front. */
const csvLines = (rows: unknown[][]) =>
  Buffer.from(stringify(rows, { record_delimiter: 'windows', escape_formulas: true }))

const csv: Format = {
  separator: ',',
  start: csvLines([columns]),
  end: Buffer.alloc(0),
  convert: (records) =>
    csvLines((JSON.parse(`[${Buffer.from(records.subarray(1)).toString()}]`) as ActionRecord[]).map(csvCells)),
}

function csvCells({ contact, params, ...record }: ActionRecord): unknown[] {
  const other = Object.entries(params).filter(([key]) => !knownParams.includes(key))
  return [
    ...Object.values(record),
    contact.external_id,
    contact.name,
    ...knownParams.map((key) => params[key]),
    other.length > 0 ? JSON.stringify(Object.fromEntries(other)) : '',
  ]
}

export const formats = { 'application/json': json, 'application/x-ndjson': ndjson, 'text/csv': csv } as const

export type MediaType = keyof typeof formats
export const mediaTypes = Object.keys(formats) as MediaType[]

/** A list that fits in one chunk, whole. */
export function formatWhole({ start, end, convert }: Format, { records }: Chunk): Buffer {
  return Buffer.concat(records ? [start, convert(records, true), end] : [start, end])
}

/** A list of any length, piece by piece. */
export async function* formatPieces({ start, end, convert }: Format, chunks: AsyncIterable<Chunk>) {
  let first = true
  for await (const { records } of chunks) {
    if (!records) continue
    yield first ? Buffer.concat([start, convert(records, true)]) : convert(records, false)
    first = false
  }
  yield first ? Buffer.concat([start, end]) : end
}
