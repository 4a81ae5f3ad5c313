import type { Kysely } from 'kysely'
import { type Static, Type } from 'typebox'
import { engineOf } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { formatInstant } from '../../platform/time/instant.ts'

/** The outcomes of a call without an answer. */
const callResults = ['no-answer', 'will-call-back'] as const
export type CallResult = (typeof callResults)[number]

export const CallResultName = Type.Enum(callResults, {
  description: 'What became of a call: nobody answered, or the contact will call back.',
})

/** The calls that staff noted. */
export const Calls = Type.Object(
  {
    count: Type.Integer({ description: 'How often staff called.' }),
    last: Type.Object(
      {
        at: Type.String({ description: 'When staff noted the latest call, in UTC.' }),
        by: Type.String({ description: 'The name of the person or the access token that noted it.' }),
        call: CallResultName,
      },
      { description: 'The latest call.' },
    ),
  },
  { description: 'The calls to the contact that staff noted. Absent without calls.' },
)
export type Calls = Static<typeof Calls>

/** The latest note of staff with a text. */
export const LatestNote = Type.Object(
  {
    at: Type.String({ description: 'When it was written, in UTC.' }),
    by: Type.String({ description: 'The name of the person or the access token that wrote it.' }),
    text: Type.String({ description: 'The text.' }),
  },
  { description: 'The latest note of staff. The timeline has all of them. Absent without notes.' },
)

/** The notes of staff about a notification. */
export interface StaffNotes {
  calls?: Calls
  note?: Static<typeof LatestNote>
}

/** Returns the notes of staff about the notifications, by notification. */
export async function staffNotesOf(
  database: Kysely<Schema>,
  entityId: string,
  ids: string[],
): Promise<Map<string, StaffNotes>> {
  const rows = await database
    .selectFrom('notes')
    .select(['notification_id', 'written_at', 'written_by', 'text', 'call'])
    .where('entity_id', '=', entityId)
    // With one parameter: a list of parameters cost 8 % more of a list of visits (PostgreSQL).
    .where(engineOf(database).isAmong('notification_id', ids))
    .orderBy('notification_id')
    .orderBy('note_id')
    .execute()
  const noted = new Map<string, StaffNotes>()
  for (const { notification_id, written_at, written_by: by, text, call } of rows) {
    const before = noted.getOrInsertComputed(notification_id, () => ({}))
    const at = formatInstant(written_at)
    if (call !== null) before.calls = { count: (before.calls?.count ?? 0) + 1, last: { at, by, call } }
    if (text !== null) before.note = { at, by, text }
  }
  return noted
}
