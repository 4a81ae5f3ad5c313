import type { Turn } from '../scheduling/fair-queue.ts'

export type RecordSeparator = ',' | '\n'

export interface Chunk<List = unknown> {
  /** UTF-8: `[`, the records with separators between them, `]`. */
  records: Uint8Array<ArrayBuffer>
  matched: number
  /** The rest of the list. */
  next: List | undefined
}

/** A list, and the functions that read it. */
export interface ListSource<List> {
  list: List
  /** Whether the list is longer than its first chunk. */
  isLong(list: List): Promise<boolean>
  readChunk(list: List, separator: RecordSeparator): Promise<Chunk<List>>
}

/** Reads the chunks of a list in order, each in a turn of its own. */
export async function* readInTurns<List>(list: List, turn: Turn, read: (list: List) => Promise<Chunk<List>>) {
  let rest: List | undefined = list
  while (rest) {
    const from: List = rest
    const chunk = await turn(() => read(from))
    yield chunk
    rest = chunk.next
  }
}

/** The result of a search within one window of a list. */
export interface Found<List, Position> {
  found: Position | undefined
  /** Without a position: the number of records that pass the filters, and the next window. */
  matched: number
  next: List | undefined
}

/** Finds the record that follows the first `count` records that pass the filters, one window in each turn. */
export async function positionOfNext<List, Position>(
  list: List,
  count: number,
  turn: Turn,
  find: (window: List, count: number) => Promise<Found<List, Position>>,
) {
  let window: List | undefined = list
  let before = count
  while (window) {
    const current: List = window
    const { found, matched, next } = await turn(() => find(current, before))
    if (found) return found
    before -= matched
    window = next
  }
  return undefined
}
