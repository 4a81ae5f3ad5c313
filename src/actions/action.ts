import { type Static, Type } from 'typebox'
import { formatInstant, type Instant } from '../instant.ts'
import { answerNames } from '../plugins/answer-name.ts'
import { actionParams } from '../plugins/registry.ts'
import { ContactName, type Notification, nameOf } from '../visits/notification.ts'

export const actionNames = [...answerNames, 'arrive', 'annul'] as const
export const ActionName = Type.Enum(actionNames, {
  description: 'What the contact did. With `annul`, staff reversed an arrival.',
})
export type ActionName = (typeof actionNames)[number]

/** An action on a notification: an answer of the contact, an arrival, or the reversal of an arrival. */
export interface Action {
  action: ActionName
  at: Instant
  channel: string
  uid: string
  /** The name of the credential that acted for the contact. */
  by?: string | undefined
  /** Why staff reversed an arrival. */
  reason?: string | undefined
}

/** The action record of spec 2.1, with its order of keys. */
export const ActionRecord = Type.Object(
  {
    action: ActionName,
    date: Type.String({
      description: 'The moment of the action in UTC, with six fractional digits.',
      examples: ['2026-03-29T00:59:59.999999+00:00'],
    }),
    task_id: Type.String({ description: 'The task in which the notification was submitted.' }),
    notification_id: Type.String({ description: 'The notification that the contact acted on.' }),
    entity_id: Type.String({ description: 'The entity that the notification belongs to.' }),
    external_id: Type.String({ description: "The appointment's key in the client's own database." }),
    category: Type.String({ description: 'The category of the notification, such as medical.' }),
    target: Type.String({ description: 'The target of the notification, such as appointment.' }),
    channel: Type.String({ description: 'The channel that the contact used.' }),
    uid: Type.String({ description: "The contact's phone number, e-mail or user id in that channel." }),
    contact: ContactName,
    params: Type.Record(Type.String(), Type.String(), { description: 'When the appointment is, and its details.' }),
  },
  {
    $id: 'ActionRecord',
    description: 'What a contact did about a notification.',
    examples: [
      {
        action: 'confirm',
        date: '2026-03-29T09:14:02.104233+00:00',
        task_id: '019d3960-6c00-7d0f-8f0e-2a7d1b6c5e40',
        notification_id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15',
        entity_id: 'clinica-lisboa',
        external_id: 'A-1102',
        category: 'medical',
        target: 'appointment',
        channel: 'mobile',
        uid: '+351912345678',
        contact: { external_id: 'P-290', name: 'Leonor Sá Magalhães' },
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
          doctor_gender: 'F',
        },
      },
    ],
  },
)
export type ActionRecord = Static<typeof ActionRecord>

/** Renders the record. The service stores and serves these bytes unchanged. */
export function renderAction(action: Action, notification: Notification): string {
  return JSON.stringify({
    action: action.action,
    date: formatInstant(action.at),
    task_id: notification.task_id,
    notification_id: notification.id,
    entity_id: notification.entity_id,
    external_id: notification.external_id,
    category: notification.category,
    target: notification.target,
    channel: action.channel,
    uid: action.uid,
    contact: nameOf(notification.contact),
    params: actionParams(notification.category, notification.target, notification.params),
  } satisfies ActionRecord)
}
