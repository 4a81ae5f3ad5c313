import { type Static, Type } from 'typebox'
import { Contact, type Notification } from '../notifications/notification.ts'
import { checkinParams } from '../plugins/registry.ts'

/** Spec 2.2, keys in its order. */
export const CheckinRecord = Type.Object(
  {
    id: Type.String(),
    external_id: Type.String({ description: "The appointment's key in the client's own database." }),
    category: Type.String(),
    target: Type.String(),
    contact: Contact,
    params: Type.Record(Type.String(), Type.String()),
    files: Type.Array(Type.Unknown()),
    inferred_data: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'CheckinRecord' },
)
export type CheckinRecord = Static<typeof CheckinRecord>

/** The record as it is stored and served, byte for byte. */
export function renderCheckin(notification: Notification): string {
  const { contact } = notification
  const keys = Object.keys(Contact.properties) as (keyof Contact)[]
  return JSON.stringify({
    id: notification.id,
    external_id: notification.external_id,
    category: notification.category,
    target: notification.target,
    contact: Object.fromEntries(keys.filter((key) => key in contact).map((key) => [key, contact[key]])) as Contact,
    params: checkinParams(notification.category, notification.target, notification.params),
    files: notification.files ?? [],
    inferred_data: notification.inferred_data ?? {},
  } satisfies CheckinRecord)
}
