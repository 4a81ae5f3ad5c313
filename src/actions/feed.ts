import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedList } from '../database/prepared.ts'

/** The actions of an entity that come after a sequence, in the order in which they were committed. */
export interface FeedPage {
  /** UTF-8: a JSON array of the records. */
  records: Uint8Array<ArrayBuffer>
  count: number
  /** The sequence of the last of them, or that after which they were asked for. */
  last: number
}

type Position = { entityId: string; since: number; limit: number }

export async function readFeed(database: Database, position: Position): Promise<FeedPage> {
  const rows = await readNext(database, position)
  const records = Buffer.from(`[${rows.map(({ record }) => record).join(',')}]`)
  return { records, count: rows.length, last: rows.at(-1)?.sequence ?? position.since }
}

/** The same, once there is an action or `signal` is aborted. */
export async function awaitFeed(
  from: (after: number) => Database | Promise<Database>,
  position: Position,
  signal: AbortSignal,
): Promise<FeedPage> {
  let page = await readFeed(await from(position.since), position)
  while (page.count === 0 && !signal.aborted) {
    const database = await from(position.since)
    const news = database.signals.wait(position.entityId, signal)
    page = await readFeed(database, position)
    if (page.count === 0) await news
  }
  return page
}

/** The next actions of the feed one by one. */
export const readNext = preparedList((database, { entityId, since, limit }: Position) =>
  database
    .selectFrom('actions')
    .where('entity_id', '=', entityId)
    .where('sequence', '>', since)
    .orderBy('sequence')
    .limit(sql<number>`cast(${limit} as integer)`)
    .select(['record', 'sequence']),
)
