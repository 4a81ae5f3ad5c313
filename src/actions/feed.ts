import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { preparedList } from '../database/prepared.ts'
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

// With a filter, so many are looked at in one read, however few of them pass.
const lookedAt = 1_000

/** The first that are there by now; those that were found when `signal` is aborted. */
export async function readFeed(database: Database, position: Position, signal: AbortSignal): Promise<FeedPage> {
  const { entityId, limit, action } = position
  if (!action) {
    const actions = await readNext(database, { entityId, since: position.since, limit })
    return { actions, last: actions.at(-1)?.sequence ?? position.since }
  }
  const actions: FeedPage['actions'] = []
  for (let { since } = position; ; ) {
    const rows = await readNextPassing(database, entityId, since, action)
    for (const { record, sequence } of rows) {
      if (record !== null) actions.push({ record, sequence })
      if (actions.length === limit) return { actions, last: sequence }
    }
    since = rows.at(-1)?.sequence ?? since
    if (rows.length < lookedAt || signal.aborted) return { actions, last: since }
    // Reads are answered at once: without a pause, a long search would hold up all other requests to its end.
    await setImmediate()
  }
}

/** The same, once there is an action or `signal` is aborted. */
export async function awaitFeed(
  from: (after: number) => Database | Promise<Database>,
  position: Position,
  signal: AbortSignal,
): Promise<FeedPage> {
  let page = await readFeed(await from(position.since), position, signal)
  while (page.actions.length === 0 && !signal.aborted) {
    const since = page.last
    const database = await from(since)
    const news = database.signals.wait(position.entityId, signal)
    page = await readFeed(database, { ...position, since }, signal)
    if (page.actions.length === 0) await news
  }
  return page
}

const readNext = preparedList(
  (database, { entityId, since, limit }: { entityId: string; since: number; limit: number }) =>
    nextOf(database, entityId, since, limit).select(['record', 'sequence']),
)

const readNextPassing = (database: Database, entityId: string, since: number, action: ActionName[]) =>
  nextOf(database, entityId, since, lookedAt)
    .select(['sequence', (eb) => eb.case().when('action', 'in', action).then(eb.ref('record')).end().as('record')])
    .execute()

const nextOf = (database: Database, entityId: string, since: number, limit: number) =>
  database
    .selectFrom('actions')
    .where('entity_id', '=', entityId)
    .where('sequence', '>', since)
    .orderBy('sequence')
    .limit(sql<number>`cast(${limit} as integer)`)
