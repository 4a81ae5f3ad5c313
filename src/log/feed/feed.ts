import type { Notifier } from '../../platform/database/notifier.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Turn } from '../../platform/scheduling/fair-queue.ts'

/** A row of a log. */
export interface FeedRow {
  sequence: number
  /** The name of its server-sent event. */
  event: string
  /** JSON. Null when the row does not pass the filter. */
  record: string | null
  /** The notification that the row is about. */
  notification_id: string | null
}

/** An entity's log, which clients follow. */
export interface Feed {
  entityId: string
  /** Whether rows can be without a record. Then each read returns as many rows as possible. */
  isFiltered: boolean
  /** Selects the first `limit` rows after a sequence, in commit order. */
  read(since: number, limit: number): FeedRow[] | Promise<FeedRow[]>
  /** Selects the sequence of the latest row; 0 before the first. */
  lastSequence(): Promise<number>
  notifier: Notifier
}

/** The records after a sequence, in commit order. */
export interface FeedPage {
  records: (FeedRow & { record: string })[]
  /** The sequence of the last row read. The next page continues after it, without a gap. */
  last: number
}

// On SQLite, such a read blocks the event loop for about a millisecond.
const maxRowsPerRead = 1_000

/** Reads the first `limit` committed records. Returns fewer when `signal` is aborted. */
async function readFeed(
  { read, isFiltered }: Feed,
  { since, limit }: { since: number; limit: number },
  turn: Turn,
  signal: AbortSignal,
): Promise<FeedPage> {
  const records: FeedPage['records'] = []
  for (let last = since; ; ) {
    const count = isFiltered ? maxRowsPerRead : Math.min(maxRowsPerRead, limit - records.length)
    const rows = await turn(async () => read(last, count))
    for (const row of rows) {
      const { record } = row
      last = row.sequence
      if (record !== null) records.push({ ...row, record })
      if (records.length === limit) return { records, last }
    }
    if (rows.length < count || signal.aborted) return { records, last }
  }
}

/** Reads the feed after `since`. `last` is the entity's last sequence, if the notifier has just read it.
 *  @throws Problem feed-reset when `since` lies beyond the last row of the log */
export type ReadAfter = (since: number, last?: number) => Promise<FeedPage>

/** @param limit at least 1 */
export function feedReader(feed: Feed, limit: number, turn: Turn, signal: AbortSignal): ReadAfter {
  return async (since, last) => {
    // A poll mostly finds nothing new.
    const isPoll = since > 0 && last === undefined
    if (isPoll && (await lastPosition(feed, since)) === since) return { records: [], last: since }
    const page = await readFeed(feed, { since, limit }, turn, signal)
    if (page.last > since || signal.aborted) return page
    if (last !== undefined) await lastPosition(feed, since)
    // The page is empty, so the rows up to `last` will never appear.
    return { ...page, last: Math.max(since, last ?? 0) }
  }
}

/** @throws Problem feed-reset when the last row of the log precedes `since` */
async function lastPosition({ lastSequence }: Feed, since: number) {
  const last = Number(await lastSequence())
  if (last < since) throw new Problem('feed-reset')
  return last
}

/** Long poll: waits until there is a record or `signal` is aborted. A client that continues at the last sequence costs no
 *  statement. */
export async function awaitFeed(
  readAfter: ReadAfter,
  { notifier, entityId }: Feed,
  since: number,
  signal: AbortSignal,
): Promise<FeedPage> {
  const isCurrent = notifier.lastSequence(entityId) === since
  for (let page: FeedPage = isCurrent ? { records: [], last: since } : await readAfter(since); ; ) {
    if (page.records.length > 0 || signal.aborted) return page
    const last = await notifier.wait(entityId, page.last, signal)
    if (last === undefined) return page
    page = await readAfter(page.last, last)
  }
}
