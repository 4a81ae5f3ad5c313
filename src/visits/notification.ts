import { type Static, Type } from 'typebox'
import type { Schema } from '../database/schema.ts'
import { Id } from '../entities/entity.ts'
import { ForeignKey, matching } from '../foreign-key.ts'
import { Name } from '../name.ts'

/** The person who is notified. Spec 2.3. */
export const Contact = Type.Object(
  {
    external_id: ForeignKey,
    name: Name,
    gender: Type.Optional(matching(/^[A-Za-z]$/, 'must be a one-letter code')),
    language: Type.Optional(matching(/^[a-z]{2,3}_[A-Z]{2}$/, 'must be a locale of the form ll_CC, such as pt_PT')),
    country: Type.Optional(matching(/^[A-Z]{2}$/, 'must be a two-letter country code')),
    citizen_id: Type.Optional(matching(/^\d{1,64}$/, 'must be digits only')),
    birth_date: Type.Optional(
      Type.Refine(
        Type.String({ maxLength: 64, description: 'A day of the calendar, as YYYY-MM-DD.' }),
        isDay,
        () => 'must be a day of the calendar, YYYY-MM-DD',
      ),
    ),
  },
  { $id: 'Contact', additionalProperties: false, description: 'The person who is notified.' },
)
export type Contact = Static<typeof Contact>

/** The part of a contact that identifies the person. */
export const ContactName = Type.Object(
  {
    external_id: Type.String({ description: "The contact's key in the client's own database." }),
    name: Type.String({ description: "The contact's name." }),
  },
  { $id: 'ContactName', description: 'The key and the name of a contact.' },
)
export type ContactName = Static<typeof ContactName>

export const nameOf = ({ external_id, name }: Contact): ContactName => ({ external_id, name })

/** One notice to one contact about one visit. */
export const Notification = Type.Object({
  id: Id,
  entity_id: Id,
  task_id: Id,
  external_id: ForeignKey,
  category: Id,
  target: Id,
  contact: Contact,
  params: Type.Record(Type.String(), Type.String()),
  files: Type.Optional(Type.Array(Type.Unknown())),
  inferred_data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
export type Notification = Static<typeof Notification>

export type NotificationKey = { entityId: string; id: string }

/** The columns that `readNotification` reads. */
export const storedColumns = [
  ...(['entity_id', 'notification_id', 'task_id', 'external_id', 'category', 'target'] as const),
  ...(['contact', 'params', 'files', 'inferred_data'] as const),
] as const

/** The stored form of a notification. */
export type StoredNotification = Pick<Schema['notifications'], (typeof storedColumns)[number]>

/** The columns for prepared statements. PostgreSQL rejects a prepared `*` after a migration has added a column. */
export const preparedColumns = [...storedColumns, 'state', 'wish', 'revision', 'superseded_by'] as const

export const readNotification = (row: StoredNotification): Notification => ({
  id: row.notification_id,
  entity_id: row.entity_id,
  task_id: row.task_id,
  external_id: row.external_id,
  category: row.category,
  target: row.target,
  contact: JSON.parse(row.contact),
  params: JSON.parse(row.params),
  files: JSON.parse(row.files),
  inferred_data: JSON.parse(row.inferred_data),
})

function isDay(text: string): boolean {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) && Boolean(Temporal.PlainDate.from(text))
  } catch {
    return false
  }
}
