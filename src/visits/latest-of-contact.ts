import { type Kysely, sql } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'
import type { Contact, NotificationKey } from './notification.ts'

/** Follows a notification to the latest one of its visit that is for the same contact. It may be the notification itself.
 *  `isOfOthers`: the clinic then gave the key to another contact. */
export async function latestOfContact(database: Kysely<Schema>, key: NotificationKey) {
  const chain = await selectChain(database, key)
  const contactOf = ({ contact }: { contact: string }) => (JSON.parse(contact) as Contact).external_id
  const firstOfOthers = chain.findIndex((next) => contactOf(next) !== contactOf(chain[0]!))
  const isOfOthers = firstOfOthers !== -1
  return { latest: chain.at(isOfOthers ? firstOfOthers - 1 : -1)!, isOfOthers }
}

const columns = [
  'notification_id',
  'state',
  'category',
  'target',
  'contact',
  'params',
  'superseded_by',
  'answered_by',
  'ended_from',
] as const

/** Selects the notification and those that superseded it, oldest first. */
const selectChain = (database: Kysely<Schema>, { entityId, id }: NotificationKey) =>
  database
    .withRecursive('chain', (query) =>
      query
        .selectFrom('notifications')
        .select([...columns, sql<number>`1`.as('depth')])
        .where('entity_id', '=', entityId)
        .where('notification_id', '=', id)
        .unionAll(
          query
            .selectFrom('chain')
            .innerJoin('notifications as next', 'next.notification_id', 'chain.superseded_by')
            .select([...columns.map((column) => `next.${column}` as const), sql<number>`depth + 1`.as('depth')])
            .where('next.entity_id', '=', entityId),
        ),
    )
    .selectFrom('chain')
    .select(columns)
    .orderBy('depth')
    .execute()
