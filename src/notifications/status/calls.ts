import type { Kysely } from 'kysely'
import { type Static, Type } from 'typebox'
import { engineOf } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'
import { formatInstant } from '../../instant.ts'

/** What became of a call that did not bring an answer. */
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

/** Returns the calls of the notifications that have any, by notification. */
export async function callsOf(database: Kysely<Schema>, entityId: string, ids: string[]): Promise<Map<string, Calls>> {
  const rows = await database
    .selectFrom('notes')
    .select(['notification_id', 'written_at', 'written_by', 'call'])
    .where('entity_id', '=', entityId)
    // With one parameter: a list of parameters cost 8 % more of a list of visits (PostgreSQL).
    .where(engineOf(database).isAmong('notification_id', ids))
    .where('call', 'is not', null)
    .orderBy('notification_id')
    .orderBy('note_id')
    .$narrowType<{ call: CallResult }>()
    .execute()
  const calls = new Map<string, Calls>()
  for (const { notification_id, written_at, written_by, call } of rows) {
    const count = (calls.get(notification_id)?.count ?? 0) + 1
    calls.set(notification_id, { count, last: { at: formatInstant(written_at), by: written_by, call } })
  }
  return calls
}
