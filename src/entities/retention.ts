import type { Kysely } from 'kysely'
import { type Static, Type } from 'typebox'
import { acrossEntities } from '../platform/database/across-entities.ts'
import { preparedStatement } from '../platform/database/prepared.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { KeptKind } from '../platform/database/table-data.ts'
import { comparePeriods, Period } from '../platform/time/duration.ts'

const kept = (description: string) => Type.Optional(Type.Union([Period('P7D', 'P100Y', description), Type.Null()]))

const GivenPeriods = Type.Object(
  {
    notifications: kept(
      'How long the contact, the addresses, and the params that may name people stay after the visit, such as P400D. `null`: for ever. The default is `null`.',
    ),
    messages: kept(
      "How long the texts that staff wrote and the providers' reasons stay. `null`: as long as `notifications`. The default is P180D, or `notifications` if that is shorter.",
    ),
    replies: kept(
      'How long the texts of contacts stay. `null`: as long as `notifications`. The default is that of `messages`.',
    ),
    notes: kept("How long staff's notes stay. `null`: as long as `notifications`. The default is `null`."),
  },
  { additionalProperties: false },
)

/** How long an entity keeps the data of its contacts after the visit. */
export const Retention = Type.Refine(
  Type.Object(GivenPeriods.properties, {
    $id: 'Retention',
    description: 'How long an entity keeps the data of its contacts after the visit.',
    additionalProperties: false,
    examples: [{ notifications: 'P400D', messages: 'P90D', replies: 'P180D', notes: null }],
  }),
  (given) => partKinds.every((kind) => !isLonger(given[kind], given.notifications)),
  () => 'must not keep messages, replies or notes longer than notifications',
)
export type GivenRetention = Static<typeof GivenPeriods>
/** Null: as long as the notifications; for `notifications`, for ever. */
export type Retention = Record<KeptKind, string | null>

const partKinds = ['messages', 'replies', 'notes'] as const satisfies KeptKind[]

const isLonger = (period: string | null | undefined, whole: string | null | undefined) =>
  period != null && whole != null && comparePeriods(period, whole) > 0

const defaultPeriod = 'P180D'
// No service has more.
const maxEntities = 1_000_000

/** Adds the defaults. */
function withDefaults({ notifications = null, messages, replies, notes = null }: GivenRetention): Retention {
  const byDefault = isLonger(defaultPeriod, notifications) ? notifications : defaultPeriod
  return {
    notifications,
    messages: messages === undefined ? byDefault : messages,
    replies: replies === undefined ? byDefault : replies,
    notes,
  }
}

export const readRetention = (stored: string | null): Retention =>
  withDefaults(stored === null ? {} : JSON.parse(stored))

export async function retentionOf(database: Kysely<Schema>, entityId: string): Promise<Retention> {
  const [row] = await selectRetention(database, { entityId })
  return readRetention(row!.retention)
}

/** Returns the ids of the entities that never delete the data of visits, which is the default. */
export async function entitiesWithoutEnd(database: Kysely<Schema>): Promise<string[]> {
  const select = database.selectFrom('entities').select(['entity_id', 'retention'])
  const rows = await acrossEntities(database, select, { orderBy: ['entity_id'], limit: maxEntities })
  return rows.flatMap(({ entity_id, retention }) => (readRetention(retention).notifications === null ? entity_id : []))
}

const selectRetention = preparedStatement((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('retention').where('entity_id', '=', entityId),
)
