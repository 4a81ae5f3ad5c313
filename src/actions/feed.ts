import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedList } from '../database/prepared.ts'
import type { Turn } from '../fair-queue.ts'
import type { ActionName } from './action.ts'

/** The actions of an entity after a sequence, in commit order. */
export interface FeedPage {
  /** `record` is JSON. */
  actions: { record: string; sequence: number }[]
  /** The sequence of the last row read. The next page continues after it, without a gap. */
  last: number
}

export interface FeedPosition {
  entityId: string
  since: number
  /** At least 1. */
  limit: number
  /** If undefined, the feed contains all actions. */
  action?: ActionName[]
}

// On SQLite, such a read blocks the event loop for about a millisecond.
const maxRowsPerRead = 1_000

/** Reads the first `limit` committed actions. Returns fewer when `signal` is aborted. */
export async function readFeed(
  database: Database,
  { entityId, since, limit, action }: FeedPosition,
  turn: Turn,
  signal: AbortSignal,
): Promise<FeedPage> {
  const actions: FeedPage['actions'] = []
  for (let last = since; ; ) {
    const count = action ? maxRowsPerRead : Math.min(maxRowsPerRead, limit - actions.length)
    const rows = await turn(async () =>
      action
        ? readNextPassing(database, entityId, last, action)
        : readNext(database, { entityId, since: last, limit: count }),
    )
    for (const { record, sequence } of rows) {
      last = sequence
      if (record !== null) actions.push({ record, sequence })
      if (actions.length === limit) return { actions, last }
    }
    if (rows.length < count || signal.aborted) return { actions, last }
  }
}

/** Long poll: waits until there is an action or `signal` is aborted. */
export async function awaitFeed(
  from: (after: number) => Database | Promise<Database>,
  position: FeedPosition,
  turn: Turn,
  signal: AbortSignal,
): Promise<FeedPage> {
  let page = await readFeed(await from(position.since), position, turn, signal)
  while (page.actions.length === 0 && !signal.aborted) {
    const since = page.last
    const database = await from(since)
    const notified = database.notifier.wait(position.entityId, signal)
    page = await readFeed(database, { ...position, since }, turn, signal)
    if (page.actions.length === 0) await notified
  }
  return page
}

const readNext = preparedList(
  (database, { entityId, since, limit }: { entityId: string; since: number; limit: number }) =>
    nextOf(database, entityId, since, limit).select(['record', 'sequence']),
)

const readNextPassing = (database: Database, entityId: string, since: number, action: ActionName[]) =>
  nextOf(database, entityId, since, maxRowsPerRead)
    .select(['sequence', (eb) => eb.case().when('action', 'in', action).then(eb.ref('record')).end().as('record')])
    .execute()

const nextOf = (database: Database, entityId: string, since: number, limit: number) =>
  database
    .selectFrom('actions')
    .where('entity_id', '=', entityId)
    .where('sequence', '>', since)
    .orderBy('sequence')
    .limit(sql<number>`cast(${limit} as integer)`)
