import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { selectLastSequence } from '../database/last-sequence.ts'
import type { Notifier } from '../database/notifier.ts'
import { preparedList } from '../database/prepared.ts'
import { Problem } from '../errors.ts'
import type { Turn } from '../scheduling/fair-queue.ts'
import type { ActionName } from './action.ts'

/** The actions of an entity after a sequence, in commit order. */
export interface FeedPage {
  /** `record` is JSON. */
  actions: { record: string; sequence: number }[]
  /** The sequence of the last row read. The next page continues after it, without a gap. */
  last: number
}

interface FeedPosition {
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
async function readFeed(
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

/** Reads the feed after `since`. `last` is the entity's last sequence, if the notifier has just read it.
 *  @throws Problem feed-reset when `since` lies beyond the entity's last action */
export type ReadAfter = (since: number, last?: number) => Promise<FeedPage>

/** @param from selects the primary, or a replica that has the entity's actions up to a sequence */
export function feedReader(
  { entityId, ...filter }: Omit<FeedPosition, 'since'>,
  primary: Database,
  from: (sequence: number) => Database | Promise<Database>,
  turn: Turn,
  signal: AbortSignal,
): ReadAfter {
  return async (since, last) => {
    // The notifier reads on the primary. A replica may not have the new action yet.
    const database = last === undefined ? await from(since) : primary
    const page = await readFeed(database, { entityId, since, ...filter }, turn, signal)
    if (page.last > since || signal.aborted) return page
    // A replica that has the position proves that the position exists.
    if (database === primary) await requirePosition(primary, entityId, since)
    // The page is empty, so the rows up to `last` are missing for good.
    return { ...page, last: Math.max(since, last ?? 0) }
  }
}

/** @throws Problem feed-reset when the entity's last action precedes `since` */
async function requirePosition(primary: Database, entityId: string, since: number) {
  if (since === 0) return
  const [entity] = await selectLastSequence(primary, { entityId })
  if ((entity?.last_sequence ?? 0) < since) throw new Problem('feed-reset')
}

/** Long poll: waits until there is an action or `signal` is aborted. A client that continues at the last sequence costs no
 *  statement. `required` is a sequence that the client has seen. */
export async function awaitFeed(
  readAfter: ReadAfter,
  notifier: Notifier,
  { entityId, since }: Pick<FeedPosition, 'entityId' | 'since'>,
  required: number,
  signal: AbortSignal,
): Promise<FeedPage> {
  const isCurrent = since >= required && notifier.lastSequence(entityId) === since
  for (let page = isCurrent ? { actions: [], last: since } : await readAfter(since); ; ) {
    if (page.actions.length > 0 || signal.aborted) return page
    const last = await notifier.wait(entityId, page.last, signal)
    if (last === undefined) return page
    page = await readAfter(page.last, last)
  }
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
