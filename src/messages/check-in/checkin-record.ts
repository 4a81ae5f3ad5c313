import { type Static, Type } from 'typebox'
import { Contact, exampleNotification, KnownContact, type Notification, VisitKeys } from '../../visits/notification.ts'
import { checkinParams } from '../../visits/plugins/registry.ts'

/** The check-in record of spec 2.2, with its order of keys. */
export const CheckinRecord = Type.Object(
  {
    id: Type.String({ description: 'The id of the notification.' }),
    ...VisitKeys,
    contact: KnownContact,
    params: Type.Record(Type.String(), Type.String(), { description: 'When the appointment is, and its details.' }),
    files: Type.Array(Type.Unknown(), { description: 'The files of the notification, as they were imported.' }),
    inferred_data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Further data of the notification, as it was imported.',
    }),
  },
  {
    $id: 'CheckinRecord',
    description: 'The appointment behind a check-in token.',
    examples: [JSON.parse(renderCheckin(exampleNotification))],
  },
)
export type CheckinRecord = Static<typeof CheckinRecord>

/** Renders the record. The service stores and serves these bytes unchanged. */
export function renderCheckin(notification: Notification): string {
  // The spec knows no order of names.
  const { name_order: _, ...contact }: Contact = notification.contact
  const keys = Object.keys(Contact.properties) as (keyof typeof contact)[]
  return JSON.stringify({
    id: notification.id,
    external_id: notification.external_id,
    category: notification.category,
    target: notification.target,
    contact: Object.fromEntries(keys.filter((key) => key in contact).map((key) => [key, contact[key]])) as Contact,
    params: checkinParams(notification),
    files: notification.files ?? [],
    inferred_data: notification.inferred_data ?? {},
  } satisfies CheckinRecord)
}
