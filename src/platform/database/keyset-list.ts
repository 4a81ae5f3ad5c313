import type { Turn } from '../scheduling/fair-queue.ts'

/** A part of a list. `Records` are joined bytes, or an array of values. */
export interface Chunk<Records, List = unknown> {
  records: Records
  matched: number
  /** The rest of the list. */
  next: List | undefined
}

/** A list, and the functions that read it. */
export interface ListSource<Records, List> {
  list: List
  /** Whether the list is longer than its first chunk. */
  isLong(list: List): Promise<boolean>
  readChunk(list: List): Promise<Chunk<Records, List>>
  /** Returns the notification of each record, or null. Called for few records. */
  notificationsIn(records: Records): (string | null)[]
  /** Frees the memory of records that were sent. */
  free?(records: Records): void
}

/** Reads the parts of a list in order, each in a turn of its own (one slot of the fair queue). */
export async function* readInTurns<List, Part extends { next: List | undefined }>(
  list: List,
  turn: Turn,
  read: (list: List) => Promise<Part>,
) {
  let rest: List | undefined = list
  while (rest) {
    const from: List = rest
    const part = await turn(() => read(from))
    yield part
    rest = part.next
  }
}

/** The result of a search within one window of a list. */
export interface FoundList<List, Position> {
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
  find: (window: List, count: number) => Promise<FoundList<List, Position>>,
) {
  let before = count
  for await (const { found, matched } of readInTurns(list, turn, (window) => find(window, before))) {
    if (found) return found
    before -= matched
  }
  return undefined
}
