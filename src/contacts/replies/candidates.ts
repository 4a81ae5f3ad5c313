import { type Kysely, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { type Address, addressKey, comparedUid } from '../../channels/address.ts'
import type { ChannelName } from '../../channels/registry.ts'
import { ofSameNotification } from '../../messages/delivery/delivery-joins.ts'
import { engineOf } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import type { Contact } from '../../visits/notification.ts'
import { notificationStates } from '../../visits/state.ts'

/** A visit that a text may be about. */
export const Candidate = Type.Object({
  notification_id: Type.String({ description: 'The notification of the visit.' }),
  name: Type.String({ description: "The contact's name." }),
  state: Type.Enum(notificationStates, { description: 'The state of the notification.' }),
  starts_at: Type.Optional(Type.String({ description: 'When the visit begins, in UTC.' })),
})
export type Candidate = Static<typeof Candidate>

/** The address that wrote a text, and when the service received it. */
interface Text extends Address {
  received_at: Instant
}

// A family has fewer. A shared placeholder number may have thousands.
const maxCandidates = 5

/** Returns a function from an address to its visits, latest message first. One query per channel reads all `addresses`. */
export async function candidatesFor(
  database: Kysely<Schema>,
  entityId: string,
  addresses: Address[],
): Promise<(text: Text) => Candidate[]> {
  const ofChannels = [...Map.groupBy(addresses, ({ channel }) => channel)]
  const rows = await Promise.all(
    ofChannels.map(async ([channel, some]) => {
      const told = await toldOfVisits(database, entityId, channel, [...new Set(some.map(comparedUid))])
      return told.map((row) => ({ key: addressKey({ channel, uid: row.compared_uid }), row }))
    }),
  )
  const found = Map.groupBy(rows.flat(), ({ key }) => key)
  return ({ channel, uid, received_at }) => {
    const told = found.get(addressKey({ channel, uid: comparedUid({ channel, uid }) })) ?? []
    // A visit that is newer than the text may be of somebody else.
    const known = told.filter(({ row }) => (row.created_at ?? 0) <= received_at || row.supersedes !== null)
    return known.map(({ row: { notification_id, contact, state, starts_at } }) => ({
      notification_id,
      name: (JSON.parse(contact) as Contact).name,
      state,
      ...(starts_at !== null && { starts_at: formatInstant(starts_at) }),
    }))
  }
}

/** Selects the visits of each address, at most five of the latest. */
function toldOfVisits(database: Kysely<Schema>, entityId: string, channel: ChannelName, comparedUids: string[]) {
  const told = database
    .selectFrom('deliveries')
    .innerJoin('notifications', (join) => join.on(ofSameNotification))
    .where('deliveries.entity_id', '=', entityId)
    // A literal: a generic plan cannot match a parameter to the partial index.
    .where('deliveries.channel', '=', sql.lit(channel))
    .where(engineOf(database).isAmong('deliveries.compared_uid', comparedUids))
    .where('deliveries.kind', 'in', ['notice', 'moved'])
    .where('deliveries.state', '!=', 'stopped')
    .where('deliveries.removed', '=', 0)
    .where('deliveries.test', '=', 0)
    .where('notifications.state', '!=', 'superseded')
    .groupBy([
      'deliveries.compared_uid',
      'notifications.notification_id',
      'contact',
      'notifications.state',
      'starts_at',
      'created_at',
      'supersedes',
    ])
    .select(['deliveries.compared_uid', 'notifications.notification_id', 'contact', 'notifications.state', 'starts_at'])
    .select(['created_at', 'supersedes'])
    .select(({ fn }) => fn.max('deliveries.delivery_id').as('latest'))
  const ranked = database
    .selectFrom(told.as('told'))
    .selectAll()
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((row) => row.partitionBy('compared_uid').orderBy('latest', 'desc'))
        .as('place'),
    )
  return database
    .selectFrom(ranked.as('ranked'))
    .select(['compared_uid', 'notification_id', 'contact', 'state', 'starts_at', 'created_at', 'supersedes'])
    .where('place', '<=', sql.lit(maxCandidates))
    .orderBy('compared_uid')
    .orderBy('place')
    .execute()
}
