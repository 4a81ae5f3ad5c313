import type { Transaction } from 'kysely'
import type { Address } from '../../channels/address.ts'
import { clearedDetails } from '../../log/events/cleared-details.ts'
import { engineOf } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** Clears the events of addresses, such as replies, that belong to no notification. Returns their number. */
export async function clearReplyEvents(
  trx: Transaction<Schema>,
  entityId: string,
  addresses: Address[],
): Promise<number> {
  if (addresses.length === 0) return 0
  const events = await trx
    .selectFrom('events')
    .select(['sequence', 'details'])
    .where(engineOf(trx).notByIndex('entity_id'), '=', entityId)
    .where('notification_id', 'is', null)
    .execute()
  const found = events.filter(({ details }) => {
    const { channel, uid } = JSON.parse(details)
    return addresses.some((address) => address.channel === channel && address.uid === uid)
  })
  for (const { sequence, details } of found)
    await trx
      .updateTable('events')
      .set({ details: clearedDetails(details, 'notifications') })
      .where('entity_id', '=', entityId)
      .where('sequence', '=', sequence)
      .execute()
  return found.length
}
