import type { Kysely } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'

export interface ContactKey {
  entityId: string
  /** The contact's key in the clinic's own system. */
  externalId: string
}

/** Returns the ids of all notifications of a contact, in order. */
export async function notificationsOfContact(
  database: Kysely<Schema>,
  { entityId, externalId }: ContactKey,
): Promise<string[]> {
  const rows = await database
    .selectFrom('notifications')
    .select('notification_id')
    .where('entity_id', '=', entityId)
    .where('contact_external_id', '=', externalId)
    .orderBy('notification_id')
    .execute()
  return rows.map((row) => row.notification_id)
}
