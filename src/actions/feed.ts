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
  const [page] = await selectPage(database, position)
  return { ...page!, last: page!.last ?? position.since }
}

/** The same, once there is an action or `signal` is aborted. */
export async function awaitFeed(database: Database, position: Position, signal: AbortSignal): Promise<FeedPage> {
  let page = await readFeed(database, position)
  while (page.count === 0 && !signal.aborted) {
    const news = database.signals.wait(position.entityId, signal)
    page = await readFeed(database, position)
    if (page.count === 0) await news
  }
  return page
}

const selectPage = preparedList((database, { entityId, since, limit }: Position) => {
  const following = database
    .selectFrom('actions')
    .where('entity_id', '=', entityId)
    .where('sequence', '>', since)
    .orderBy('sequence')
    .limit(sql<number>`cast(${limit} as integer)`)
    .select(['record', 'sequence'])
  return database
    .selectFrom(following.as('following'))
    .select([
      database.engine.bracketed(sql`coalesce(string_agg(record, ','), '')`).as('records'),
      sql<number>`count(*)`.as('count'),
      sql<number | null>`max(sequence)`.as('last'),
    ])
})

/** The next actions of the feed one by one, for a stream. */
export const readNext = async (database: Database, entityId: string, since: number) =>
  (await selectNext(database, { entityId, since })) as { record: string; sequence: number }[]

const selectNext = preparedList((database, { entityId, since }: { entityId: string; since: number }) =>
  database
    .selectFrom('actions')
    .where('entity_id', '=', entityId)
    .where('sequence', '>', since)
    .orderBy('sequence')
    .limit(sql.lit(100))
    .select(['record', 'sequence']),
)
