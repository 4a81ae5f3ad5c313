import type { Selectable } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Schema } from '../../platform/database/schema.ts'
import { ForeignText, visibleText } from '../../platform/text/text-schemas.ts'
import { formatInstant } from '../../platform/time/instant.ts'

const contact = Type.Optional(ForeignText)
const reason = visibleText(
  Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'Why the data must stay, such as the file number of a lawsuit.',
  }),
)

const example = { contact_external_id: 'P-77', reason: 'Lawsuit 2026/114' }

/** A hold to place. */
export const NewHold = Type.Object(
  { contact_external_id: contact, reason },
  {
    $id: 'NewHold',
    description: 'A hold to place. Without `contact_external_id`, it is about all contacts of the entity.',
    additionalProperties: false,
    examples: [example],
  },
)
export type NewHold = Static<typeof NewHold>

/** A hold, in force or released. */
export const Hold = Type.Object(
  {
    id: Type.String({ description: 'The id of the hold.' }),
    contact_external_id: contact,
    reason,
    placed_at: Type.String({ description: 'Since when it is in force, in UTC.' }),
    placed_by: Type.String({ description: 'The name of the credential that placed it.' }),
    released_at: Type.Optional(
      Type.String({ description: 'When it was released, in UTC. Absent while it is in force.' }),
    ),
    released_by: Type.Optional(Type.String({ description: 'The name of the credential that released it.' })),
  },
  {
    $id: 'Hold',
    description: 'What keeps the data of a contact, or of all contacts of an entity, from deletion.',
    examples: [
      {
        id: '01997f5e-31a4-7c1b-9d2a-6a1f0b7c9d11',
        ...example,
        placed_at: '2026-03-29T09:14:02.104233+00:00',
        placed_by: 'Rita Melo',
      },
    ],
  },
)
export type Hold = Static<typeof Hold>

export const holdOf = (row: Omit<Selectable<Schema['holds']>, 'entity_id'>): Hold => ({
  id: row.hold_id,
  ...(row.contact_external_id !== null && { contact_external_id: row.contact_external_id }),
  reason: row.reason,
  placed_at: formatInstant(row.placed_at),
  placed_by: row.placed_by,
  ...(row.released_at !== null && { released_at: formatInstant(row.released_at), released_by: row.released_by! }),
})
