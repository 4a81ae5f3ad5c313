import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { selectLastSequence } from '../../platform/database/last-sequence.ts'
import { preparedList } from '../../platform/database/prepared.ts'
import type { Feed, FeedRow } from '../feed/feed.ts'
import type { ActionName } from './action.ts'

/** The actions of an entity, in commit order. Without a filter, the feed contains all of them. */
export const actionFeed = (
  database: Database,
  entityId: string,
  action: ActionName | ActionName[] | undefined,
): Feed => ({
  entityId,
  notifier: database.notifier,
  isFiltered: action !== undefined,
  read: async (since, limit) =>
    (
      await (action
        ? readNextPassing(database, entityId, since, limit, [action].flat())
        : readNext(database, { entityId, since, limit }))
    ).map(asAction),
  async lastSequence() {
    const [entity] = await selectLastSequence(database, { entityId })
    return entity?.last_sequence ?? 0
  },
})

const asAction = (row: Omit<FeedRow, 'event'>): FeedRow => ({ ...row, event: 'action' })

const readNext = preparedList(
  (database, { entityId, since, limit }: { entityId: string; since: number; limit: number }) =>
    nextOf(database, entityId, since, limit).select(['record', 'sequence', 'notification_id']),
)

const readNextPassing = (database: Database, entityId: string, since: number, limit: number, action: ActionName[]) =>
  nextOf(database, entityId, since, limit)
    .select([
      'sequence',
      'notification_id',
      (eb) => eb.case().when('action', 'in', action).then(eb.ref('record')).end().as('record'),
    ])
    .execute()

const nextOf = (database: Database, entityId: string, since: number, limit: number) =>
  database
    .selectFrom('actions')
    .where('entity_id', '=', entityId)
    .where('sequence', '>', since)
    .orderBy('sequence')
    .limit(sql<number>`cast(${limit} as integer)`)
