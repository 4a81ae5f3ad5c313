import type { Selectable } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Schema } from '../../platform/database/schema.ts'
import { valueFormats } from '../../platform/lists/formats.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { actorKinds } from './table.ts'

/** Who used the data of contacts, for an operation. */
export const AuditEntry = Type.Object(
  {
    at: Type.String({ description: 'When the request ended, or the worker had finished, in UTC.' }),
    id: Type.String({
      description: "The request's id, which the log and the problems have, too. A worker's entry has its own.",
    }),
    who: Type.Object({
      kind: Type.Enum(actorKinds, {
        description:
          '`credential`: a device or a program. `person`: somebody who has signed in. `contact`: somebody with the link of a message. `worker`: the service itself. `provider`: a provider of messages.',
      }),
      id: Type.Optional(Type.String({ description: 'The id of the access token or the session.' })),
      name: Type.Optional(
        Type.String({
          description:
            'The name of the access token, the person or the channel. Absent if the credential has no access to the entity.',
        }),
      ),
    }),
    operation: Type.String({
      description: 'The `operationId` of the request, the method and path of a page, or the name of the worker.',
    }),
    notification_ids: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'The notifications whose contacts are concerned, as far as they are known. Absent for more than 100 records.',
      }),
    ),
    count: Type.Integer({ description: 'The number of records about contacts.' }),
    outcome: Type.String({
      description:
        'The status of the response, or a word: `open` while a stream has not ended, `disconnected`, or the outcome of the worker.',
    }),
  },
  {
    $id: 'AuditEntry',
    description: 'Who used the data of contacts.',
    examples: [
      {
        at: '2026-03-29T09:14:02.104233+00:00',
        id: '019d3960-7a00-7c1e-8f0b-2c5d4e6f7081',
        who: { kind: 'person', id: '019d395f-1200-7d2a-9a3c-5b6c7d8e9f01', name: 'Rita Nunes' },
        operation: 'getNotification',
        notification_ids: ['019d3960-6c01-7a53-9c61-0f6d2b8e7a15'],
        count: 1,
        outcome: '200',
      },
    ],
  },
)
export type AuditEntry = Static<typeof AuditEntry>

export function readEntry(row: Selectable<Schema['audit_entries']>): AuditEntry {
  const { at, entry_id: id, who: kind, who_id, who_name, operation, notification_ids, contacts: count, outcome } = row
  return {
    at: formatInstant(at),
    id,
    who: { kind, ...(who_id !== null && { id: who_id }), ...(who_name !== null && { name: who_name }) },
    operation,
    ...(notification_ids !== null && { notification_ids: JSON.parse(notification_ids) }),
    count,
    outcome,
  }
}

/** The formats of a list of entries, by media type. */
export const entryFormats = valueFormats<AuditEntry>({
  columns: ['at', 'id', 'who.kind', 'who.id', 'who.name', 'operation', 'notification_ids', 'count', 'outcome'],
  cells: ({ at, id, who, operation, notification_ids, count, outcome }) => [
    ...[at, id, who.kind, who.id, who.name, operation],
    ...[notification_ids?.join(' '), count, outcome],
  ],
})
