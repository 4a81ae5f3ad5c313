import type { Database } from '../platform/database/database.ts'
import type { Notification } from './notification.ts'
import { replacedOrWithdrawnStates } from './state.ts'

/** Whether the clinic has given the contact the visit again since it withdrew the notification. News of the withdrawal would
 *  then come after the new notice, and contradict it. */
export async function hasVisitAgain(
  database: Database,
  { entity_id, id, external_id, category, target, contact, test }: Notification,
): Promise<boolean> {
  const again = await database
    .selectFrom('notifications')
    .select('notification_id')
    .where('entity_id', '=', entity_id)
    .where('external_id', '=', external_id)
    .where('category', '=', category)
    .where('target', '=', target)
    .where('test', '=', test ? 1 : 0)
    .where('state', 'not in', replacedOrWithdrawnStates)
    .where('notification_id', '!=', id)
    .where('contact_external_id', '=', contact.external_id)
    .limit(1)
    .executeTakeFirst()
  return again !== undefined
}
