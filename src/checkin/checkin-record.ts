import { type Static, Type } from 'typebox'
import { checkinParams } from '../plugins/registry.ts'
import { Contact, type Notification } from '../visits/notification.ts'

/** The check-in record of spec 2.2, with its order of keys. */
export const CheckinRecord = Type.Object(
  {
    id: Type.String({ description: 'The id of the notification.' }),
    external_id: Type.String({ description: "The appointment's key in the client's own database." }),
    category: Type.String({ description: 'The category of the notification, such as medical.' }),
    target: Type.String({ description: 'The target of the notification, such as appointment.' }),
    contact: Contact,
    params: Type.Record(Type.String(), Type.String(), { description: 'When the appointment is, and its details.' }),
    files: Type.Array(Type.Unknown(), { description: 'The files of the notification, as they were imported.' }),
    inferred_data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Further data of the notification, as it was imported.',
    }),
  },
  {
    $id: 'CheckinRecord',
    description: 'The appointment behind a check-in token.',
    examples: [
      {
        id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15',
        external_id: 'A-1102',
        category: 'medical',
        target: 'appointment',
        contact: { external_id: 'P-290', name: 'Leonor Sá Magalhães', language: 'pt_PT', country: 'PT' },
        params: {
          year: '2026',
          month: '3',
          day: '30',
          hour: '9',
          minute: '30',
          when: '2026-03-30T08:30:00Z',
          event_date: '2026-03-30T08:30:00Z',
          doctor: 'Margarida Guimarães',
          doctor_external_id: 'D-31',
          doctor_expertise: 'Cardiology',
        },
        files: [],
        inferred_data: {},
      },
    ],
  },
)
export type CheckinRecord = Static<typeof CheckinRecord>

/** Renders the record. The service stores and serves these bytes unchanged. */
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
