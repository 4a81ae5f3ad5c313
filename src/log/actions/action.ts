import { type Static, Type } from 'typebox'
import { formatInstant, type Instant, parseInstant } from '../../platform/time/instant.ts'
import { ContactName, exampleNotification, type Notification, nameOf, VisitKeys } from '../../visits/notification.ts'
import { answerNames } from '../../visits/plugins/plugin.ts'
import { actionParams } from '../../visits/plugins/registry.ts'

/** What staff record at the desk. */
export const deskActions = ['arrive', 'annul'] as const
export const actionNames = [...answerNames, ...deskActions] as const
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

const exampleAction: Action = {
  action: 'confirm',
  at: parseInstant('2026-03-29T09:14:02.104233Z')!,
  channel: 'mobile',
  uid: '+351912345678',
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
    ...VisitKeys,
    channel: Type.String({ description: 'The channel that the contact used.' }),
    uid: Type.String({ description: "The contact's phone number, e-mail or user id in that channel." }),
    contact: ContactName,
    params: Type.Record(Type.String(), Type.String(), { description: 'When the appointment is, and its details.' }),
  },
  {
    $id: 'ActionRecord',
    description: 'What a contact did about a notification.',
    examples: [JSON.parse(renderAction(exampleAction, exampleNotification))],
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
    params: actionParams(notification),
  } satisfies ActionRecord)
}
