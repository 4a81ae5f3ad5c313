import { type Kysely, sql } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'

export interface ContactKey {
  entityId: string
  /** The contact's key in the clinic's own system. */
  externalId: string
}

/** Returns the ids of the notifications of a contact, in order: all, or at most `limit`. */
export async function notificationsOfContact(
  database: Kysely<Schema>,
  { entityId, externalId }: ContactKey,
  limit?: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('notifications')
    .select('notification_id')
    .where('entity_id', '=', entityId)
    .where('contact_external_id', '=', externalId)
    .orderBy('notification_id')
    .$if(limit !== undefined, (all) => all.limit(sql.lit(limit)))
    .execute()
  return rows.map((row) => row.notification_id)
}
