import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedList } from '../database/prepared.ts'
import type { Turn } from '../fair-queue.ts'
import type { ActionName } from './action.ts'

/** The actions of an entity that come after a sequence, in the order in which they were committed. */
export interface FeedPage {
  /** Each with its record, JSON. */
  actions: { record: string; sequence: number }[]
  /** The sequence up to which the feed was read: whoever asks for what comes after it misses nothing. */
  last: number
}

export interface Position {
  entityId: string
  since: number
  /** At least 1. */
  limit: number
  /** Only these; all unless given. */
  action?: ActionName[]
}

// Read in one turn: on SQLite, about a millisecond of the event loop.
const rowsAtOnce = 1_000

/** The first `limit` actions that are there by now, or those found until `signal` is aborted. */
export async function readFeed(
  database: Database,
  { entityId, since, limit, action }: Position,
  turn: Turn,
  signal: AbortSignal,
): Promise<FeedPage> {
  const actions: FeedPage['actions'] = []
  for (let last = since; ; ) {
    const count = action ? rowsAtOnce : Math.min(rowsAtOnce, limit - actions.length)
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

/** The same, once there is an action or `signal` is aborted. */
export async function awaitFeed(
  from: (after: number) => Database | Promise<Database>,
  position: Position,
  turn: Turn,
  signal: AbortSignal,
): Promise<FeedPage> {
  let page = await readFeed(await from(position.since), position, turn, signal)
  while (page.actions.length === 0 && !signal.aborted) {
    const since = page.last
    const database = await from(since)
    const news = database.notifier.wait(position.entityId, signal)
    page = await readFeed(database, { ...position, since }, turn, signal)
    if (page.actions.length === 0) await news
  }
  return page
}

const readNext = preparedList(
  (database, { entityId, since, limit }: { entityId: string; since: number; limit: number }) =>
    nextOf(database, entityId, since, limit).select(['record', 'sequence']),
)

const readNextPassing = (database: Database, entityId: string, since: number, action: ActionName[]) =>
  nextOf(database, entityId, since, rowsAtOnce)
    .select(['sequence', (eb) => eb.case().when('action', 'in', action).then(eb.ref('record')).end().as('record')])
    .execute()

const nextOf = (database: Database, entityId: string, since: number, limit: number) =>
  database
    .selectFrom('actions')
    .where('entity_id', '=', entityId)
    .where('sequence', '>', since)
    .orderBy('sequence')
    .limit(sql<number>`cast(${limit} as integer)`)
