import type { Selectable } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Schema } from '../../platform/database/schema.ts'
import { ForeignText, visibleText } from '../../platform/text/text-schemas.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { kindsOfData, type RowsOfKind } from './kinds.ts'

const reason = Type.Optional(
  visibleText(
    Type.String({
      minLength: 1,
      maxLength: 1_000,
      description:
        'Why the data are erased, such as the file number of the request. It stays: do not name the contact.',
    }),
  ),
)

/** An erasure to begin. */
export const NewErasure = Type.Object(
  { contact_external_id: ForeignText, reason },
  {
    $id: 'NewErasure',
    description: 'An erasure to begin.',
    additionalProperties: false,
    examples: [{ contact_external_id: 'P-77', reason: 'Request 2026/31' }],
  },
)
export type NewErasure = Static<typeof NewErasure>

export const ErasureId = Type.Object(
  { id: Type.String({ description: 'The id of the erasure.' }) },
  {
    $id: 'ErasureId',
    description: 'An erasure that has begun.',
    examples: [{ id: '0199c1de-3a40-7cc1-8a3e-5b1f0a2d9e77' }],
  },
)

const count = (description: string) => Type.Optional(Type.Integer({ minimum: 1, description }))

const KindOfData = Type.Object(
  {
    kind: Type.Enum(kindsOfData, {
      description:
        'The table of the data. `files` are messages that the service wrote to files instead of sending them.',
    }),
    erased: count('How many rows or files no longer have data of the contact.'),
    kept: count('How many rows still have them.'),
    reason: Type.Optional(Type.String({ description: 'Why they were kept: the reason of the hold.' })),
    not_found: Type.Optional(Type.Literal(true, { description: 'There were none.' })),
  },
  { description: 'What became of a kind of data.' },
)

/** The erasure of a contact's data. */
export const Erasure = Type.Object(
  {
    ...ErasureId.properties,
    state: Type.Enum(['waiting', 'rewriting', 'done', 'kept'], {
      description:
        '`waiting`: the work has not ended. `rewriting`: no row has data of the contact any more, and the service rewrites the files of the database without them; those of a large one in the next night. `done`: the files have none, either. `kept`: a hold keeps them, and the contact is not erased. Erase again after its release.',
    }),
    reason,
    requested_at: Type.String({ description: 'When it was requested, in UTC.' }),
    requested_by: Type.String({ description: 'The name of the credential.' }),
    finished_at: Type.Optional(Type.String({ description: 'When the work ended, in UTC.' })),
    is_refused: Type.Boolean({
      description: 'Whether the service refuses new data of the contact, from any source, with the fault `erased`.',
    }),
    lifted_at: Type.Optional(Type.String({ description: 'When an administrator allowed new data, in UTC.' })),
    lifted_by: Type.Optional(Type.String({ description: 'The name of the credential that allowed them.' })),
    data: Type.Array(KindOfData, {
      description:
        'What became of each kind of data, as counted in the transactions that erased them. Empty while it waits.',
    }),
  },
  {
    $id: 'Erasure',
    description: "The erasure of a contact's data.",
    examples: [
      {
        id: '0199c1de-3a40-7cc1-8a3e-5b1f0a2d9e77',
        state: 'done',
        reason: 'Request 2026/31',
        requested_at: '2026-03-29T09:14:02.104233+00:00',
        requested_by: 'Rita Melo',
        finished_at: '2026-03-29T09:14:03.311870+00:00',
        is_refused: true,
        data: [
          { kind: 'notifications', erased: 2 },
          { kind: 'notes', not_found: true },
        ],
      },
    ],
  },
)
export type Erasure = Static<typeof Erasure>

export function erasureOf(row: Selectable<Schema['erasures']>): Erasure {
  const {
    erasure_id,
    reason,
    created_at,
    created_by,
    erased_at,
    finished_at,
    kept,
    contact_hash,
    lifted_at,
    lifted_by,
  } = row
  const rows: RowsOfKind = JSON.parse(row.data)
  return {
    id: erasure_id,
    state: stateOf(row),
    ...(reason !== null && { reason }),
    requested_at: formatInstant(created_at),
    requested_by: created_by,
    ...(finished_at !== null && { finished_at: formatInstant(finished_at) }),
    is_refused: contact_hash !== null,
    ...(lifted_at !== null && { lifted_at: formatInstant(lifted_at), lifted_by: lifted_by! }),
    data: erased_at === null ? [] : kindsOfData.map((kind) => ({ kind, ...outcomeOf(rows[kind], kept) })),
  }
}

function stateOf({ kept, erased_at, finished_at }: Selectable<Schema['erasures']>): Erasure['state'] {
  if (kept !== null) return 'kept'
  if (finished_at !== null) return 'done'
  return erased_at === null ? 'waiting' : 'rewriting'
}

function outcomeOf(rows: RowsOfKind[keyof RowsOfKind], reason: string | null) {
  if (!rows) return { not_found: true as const }
  return rows.kept ? { ...rows, reason: reason! } : rows
}
