import type { Selectable } from 'kysely'
import { type Static, Type } from 'typebox'
import { Id } from '../entities/entity-properties.ts'
import type { Schema } from '../platform/database/schema.ts'
import { CalendarDay, ForeignText, matching, Name } from '../platform/text/text-schemas.ts'
import { timesOfVisit } from './plugins/registry.ts'
import { visitSearchText } from './search-terms.ts'

/** A key of the clinic's own system. */
export const ExternalId = ForeignText

/** The person who is notified. Spec 2.3. */
export const Contact = Type.Object(
  {
    external_id: ExternalId,
    name: Name,
    name_order: Type.Optional(
      Type.Literal('family-first', {
        description:
          'The family name comes first in a name without a comma. Messages then do not greet by the first word.',
      }),
    ),
    gender: Type.Optional(matching(/^[A-Za-z]$/, 'must be a one-letter code')),
    language: Type.Optional(matching(/^[a-z]{2,3}_[A-Z]{2}$/, 'must be a locale of the form ll_CC, such as pt_PT')),
    country: Type.Optional(matching(/^[A-Z]{2}$/, 'must be a two-letter country code')),
    citizen_id: Type.Optional(matching(/^\d{1,64}$/, 'must be digits only')),
    birth_date: Type.Optional(CalendarDay),
  },
  { $id: 'Contact', additionalProperties: false, description: 'The person who is notified.' },
)
export type Contact = Static<typeof Contact>

/** A contact in responses. */
export const KnownContact = Type.Object(
  {
    ...Contact.properties,
    external_id: Type.String({ description: 'Empty after the removal of the personal data.' }),
    name: Type.String({ description: 'Empty after the removal of the personal data.' }),
  },
  { $id: 'KnownContact', additionalProperties: false, description: 'The person who was notified.' },
)

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
  external_id: ExternalId,
  category: Id,
  target: Id,
  contact: Contact,
  params: Type.Record(Type.String(), Type.String()),
  files: Type.Optional(Type.Array(Type.Unknown())),
  inferred_data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  test: Type.Optional(Type.Literal(true)),
})
export type Notification = Static<typeof Notification>

/** The keys of a visit, as records have them. */
export const VisitKeys = {
  external_id: Type.String({ description: "The appointment's key in the client's own database." }),
  category: Type.String({ description: 'The category of the notification, such as medical.' }),
  target: Type.String({ description: 'The target of the notification, such as appointment.' }),
}

/** The notification in the examples of the reference. */
export const exampleNotification: Notification = {
  id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15',
  entity_id: 'clinica-lisboa',
  task_id: '019d3960-6c00-7d0f-8f0e-2a7d1b6c5e40',
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
    doctor_gender: 'F',
  },
}

export type NotificationKey = { entityId: string; id: string }

/** A notification, and whether it is a test. */
export type MarkedKey = NotificationKey & { isTest: boolean }

export const markedKey = ({ entity_id, id, test }: Pick<Notification, 'entity_id' | 'id' | 'test'>): MarkedKey => ({
  entityId: entity_id,
  id,
  isTest: test === true,
})

/** The member of a record that marks a test. Records of real visits have no such member. */
export const testMark = (test: boolean | number | undefined | null) => (test ? { test: true as const } : {})

export const TestMark = Type.Optional(
  Type.Literal(true, { description: 'A test token submitted the visit: its messages are not sent.' }),
)

/** The columns that `readNotification` reads. */
export const storedColumns = [
  ...(['entity_id', 'notification_id', 'task_id', 'external_id', 'category', 'target'] as const),
  ...(['contact', 'params', 'files', 'inferred_data', 'test'] as const),
] as const

/** The stored form of a notification. */
export type StoredNotification = Pick<Selectable<Schema['notifications']>, (typeof storedColumns)[number]>

/** The columns for prepared statements. PostgreSQL rejects a prepared `*` after a migration has added a column. */
export const preparedColumns = [...storedColumns, 'state', 'wish', 'revision', 'superseded_by'] as const

/** Returns the columns of a notification: those that `readNotification` reads, and those derived from them, which lists and
 *  searches use.
 *  @param addresses those by which a search finds it. History has none. */
export function storedForm(notification: Notification, addresses: { uid: string }[] = []) {
  const { id, contact, params, files = [], inferred_data = {}, test, ...keys } = notification
  const times = timesOfVisit(notification)
  return {
    ...keys,
    notification_id: id,
    contact: JSON.stringify(contact),
    contact_external_id: contact.external_id,
    params: JSON.stringify(params),
    files: JSON.stringify(files),
    inferred_data: JSON.stringify(inferred_data),
    starts_at: times?.startsAt ?? null,
    ends_at: times?.endsAt ?? null,
    test: test ? (1 as const) : (0 as const),
    search: visitSearchText(contact, keys.external_id, addresses),
  }
}

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
  ...testMark(row.test),
})
