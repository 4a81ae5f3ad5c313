import type { Kysely, Transaction } from 'kysely'
import { type Static, Type } from 'typebox'
import { channelNames } from '../../channels/registry.ts'
import type { ResourceChange } from '../../entities/history/change-resource.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Duration } from '../../platform/time/duration.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type HeldReason, releaseHeld } from './held.ts'

const Fallback = Type.Object(
  {
    after: Duration(
      'PT15M',
      'P7D',
      'How long the service waits for an answer before it uses the next address, as an ISO 8601 duration such as PT4H.',
    ),
  },
  {
    additionalProperties: false,
    description:
      'With it, the service uses the addresses of a visit one after another, in the order in which they were submitted. It uses the next address when one fails, bounces or gets no answer in time. Without it, all addresses get the notice at once.',
  },
)

/** The most messages of an entity in a channel. */
const Limit = Type.Object(
  {
    channel: Type.Enum(channelNames, { description: 'The channel.' }),
    per_second: Type.Optional(
      Type.Number({ minimum: 0.01, maximum: 1_000, description: 'The most messages in a second.' }),
    ),
    per_day: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: "The most messages in a day of the entity's zone. Further messages wait until the next day.",
      }),
    ),
  },
  { additionalProperties: false },
)
export type Limit = Static<typeof Limit>

const Limits = Type.Refine(
  Type.Array(Limit, {
    maxItems: 100,
    description: 'Protects against accidents, such as a faulty program that submits too much.',
  }),
  (limits) => new Set(limits.map(({ channel }) => channel)).size === limits.length,
  () => 'must have one limit for each channel',
)

/** How an entity's messages are delivered. */
export const EntitySettings = Type.Object(
  {
    fallback: Type.Optional(Fallback),
    limits: Type.Optional(Limits),
    no_show_message: Type.Optional(
      Type.Boolean({
        description:
          'Whether a contact who did not come gets a message that offers another time. The default is false.',
      }),
    ),
  },
  {
    $id: 'EntitySettings',
    description: "How an entity's messages are delivered. A setting that is absent has its default.",
    additionalProperties: false,
    examples: [
      {
        fallback: { after: 'PT4H' },
        limits: [{ channel: 'mobile', per_second: 10, per_day: 2_000 }],
        no_show_message: true,
      },
    ],
  },
)
export type EntitySettings = Static<typeof EntitySettings>

/** The reasons of pending messages that wait because of these settings. */
const waitingReasons = ['fallback', 'daily limit', 'rate limit'] as const satisfies HeldReason[]

const selectSettings = preparedStatement((database, { entityId }: { entityId: string }) =>
  database.selectFrom('entities').select('settings').where('entity_id', '=', entityId),
)

export async function entitySettings(database: Kysely<Schema>, entityId: string): Promise<EntitySettings> {
  const [row] = await selectSettings(database, { entityId })
  return row!.settings === null ? {} : JSON.parse(row!.settings)
}

/** Other settings. They also apply to the messages that wait because of the earlier ones. */
export const settingsChange = (entityId: string, settings: EntitySettings): ResourceChange<EntitySettings> => ({
  resource: 'settings',
  read: (trx) => entitySettings(trx, entityId),
  write: (trx, _before, now) => setEntitySettings(trx, entityId, settings, now),
})

async function setEntitySettings(trx: Transaction<Schema>, entityId: string, settings: EntitySettings, now: Instant) {
  await trx
    .updateTable('entities')
    .set({ settings: JSON.stringify(settings) })
    .where('entity_id', '=', entityId)
    .execute()
  await trx.updateTable('message_counters').set({ next_slot_at: now }).where('entity_id', '=', entityId).execute()
  await releaseHeld(trx, entityId, waitingReasons, now)
}
