import type { Database } from '../platform/database/database.ts'
import type { Contact, Notification } from './notification.ts'
import { replacedOrWithdrawnStates } from './state.ts'

/** Whether the clinic has given the contact the visit again since it withdrew the notification. News of the withdrawal would
 *  then come after the new notice, and contradict it. */
export async function hasVisitAgain(
  database: Database,
  { entity_id, id, external_id, category, target, contact, test }: Notification,
): Promise<boolean> {
  const current = await database
    .selectFrom('notifications')
    .select('contact')
    .where('entity_id', '=', entity_id)
    .where('external_id', '=', external_id)
    .where('category', '=', category)
    .where('target', '=', target)
    .where('test', '=', test ? 1 : 0)
    .where('state', 'not in', replacedOrWithdrawnStates)
    .where('notification_id', '!=', id)
    .execute()
  return current.some((one) => (JSON.parse(one.contact) as Contact).external_id === contact.external_id)
}
