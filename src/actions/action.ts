import { type Static, Type } from 'typebox'
import { formatInstant, type Instant } from '../instant.ts'
import { answerNames } from '../notifications/answer-name.ts'
import { ContactName, type Notification, nameOf } from '../notifications/notification.ts'
import { actionParams } from '../plugins/registry.ts'

export const actionNames = [...answerNames, 'arrive'] as const
export const ActionName = Type.Enum(actionNames)
export type ActionName = (typeof actionNames)[number]

/** What a contact did on a notification. */
export interface Action {
  action: ActionName
  at: Instant
  channel: string
  uid: string
}

/** Spec 2.1, keys in its order. */
export const ActionRecord = Type.Object(
  {
    action: ActionName,
    date: Type.String({
      description: 'The moment of the action in UTC, with six fractional digits.',
      examples: ['2026-03-29T00:59:59.999999+00:00'],
    }),
    task_id: Type.String(),
    notification_id: Type.String(),
    entity_id: Type.String(),
    external_id: Type.String({ description: "The appointment's key in the client's own database." }),
    category: Type.String(),
    target: Type.String(),
    channel: Type.String(),
    uid: Type.String({ description: "The contact's phone number, e-mail or user id in that channel." }),
    contact: ContactName,
    params: Type.Record(Type.String(), Type.String()),
  },
  { $id: 'ActionRecord' },
)
export type ActionRecord = Static<typeof ActionRecord>

/** The record as it is stored and served, byte for byte. */
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
