import { type Kysely, sql } from 'kysely'
import { type Address, addressKey } from '../../channels/address.ts'
import type { ChannelName } from '../../channels/registry.ts'
import { engineOf } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** Returns the addresses of notifications that no other notification of the entity has, as submitted and as they compare. An address
 *  that several contacts share stays with the others. */
export async function lonelyAddresses(trx: Kysely<Schema>, entityId: string, ids: string[]): Promise<Address[]> {
  const own = await trx
    .selectFrom('deliveries')
    .select(['channel', 'uid', 'compared_uid'])
    .distinct()
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', ids)
    .where('compared_uid', '!=', '')
    .execute()
  const lonely: Address[] = []
  for (const [channel, addresses] of Map.groupBy(own, (address) => address.channel)) {
    const compared = [...new Set(addresses.map(({ compared_uid }) => compared_uid))]
    const shared = await othersWith(trx, { entityId, ids, channel, compared })
    for (const { uid, compared_uid } of addresses)
      if (!shared.has(compared_uid)) lonely.push({ channel, uid }, { channel, uid: compared_uid })
  }
  return [...new Map(lonely.map((address) => [`${addressKey(address)} ${address.uid}`, address])).values()]
}

/** Returns those of the addresses that other notifications have. */
async function othersWith(
  trx: Kysely<Schema>,
  { entityId, ids, channel, compared }: { entityId: string; ids: string[]; channel: ChannelName; compared: string[] },
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('deliveries')
    .select('compared_uid')
    .distinct()
    .where(engineOf(trx).notByIndex('entity_id'), '=', entityId)
    // Each channel has an index of its own.
    .where('channel', '=', sql.lit(channel))
    .where('compared_uid', 'in', compared)
    .where('notification_id', 'not in', ids)
    .execute()
  return new Set(rows.map(({ compared_uid }) => compared_uid))
}
