import { sql, type Transaction } from 'kysely'
import { type Static, Type } from 'typebox'
import { Address, comparedUid, readAddress } from '../../channels/address.ts'
import type { ChannelName } from '../../channels/registry.ts'
import { findEntity } from '../../entities/entity.ts'
import { recordChange } from '../../entities/history/change-resource.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { invalidBody } from '../../platform/errors/invalid-body.ts'
import { readCursor } from '../../platform/lists/cursor.ts'
import { cutPage, type Page } from '../../platform/lists/pages.ts'
import { formatInstant, type Instant } from '../../platform/time/instant.ts'
import { deleteOfContacts, deleteOptOut, type OptOutReason, optOutReasons, stopMessages } from './opt-out.ts'

/** An address that receives no messages from the entity. */
export const OptOut = Type.Object(
  {
    channel: Address.properties.channel,
    uid: Type.String({ description: 'The address in the channel.' }),
    reason: Type.Enum(optOutReasons, {
      description:
        '`opt-out`: the contact asked for it. `not-me`: the person at the address is not the contact. `staff`: the clinic asked for it.',
    }),
    contact_external_id: Type.Optional(
      Type.String({
        description: 'Only messages for this contact stop at the address. Absent: those for everybody there.',
      }),
    ),
    notification_id: Type.Optional(
      Type.String({ description: 'The notification whose page or message the opt-out came from.' }),
    ),
    opted_out_at: Type.String({ description: 'When the address opted out, in UTC.' }),
  },
  {
    $id: 'OptOut',
    description: 'An address that receives no messages from the entity.',
    examples: [
      {
        channel: 'mobile',
        uid: '+351912345678',
        reason: 'not-me',
        notification_id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15',
        opted_out_at: '2026-03-29T09:14:02.104233+00:00',
      },
    ],
  },
)
export type OptOut = Static<typeof OptOut>

/** An address that receives messages. */
export const OptedIn = Type.Object(
  {
    channel: Address.properties.channel,
    uid: OptOut.properties.uid,
    opted_out: Type.Literal(false, { description: 'The address receives messages.' }),
  },
  { $id: 'OptedIn', description: 'An address without an opt-out.' },
)
export type OptedIn = Static<typeof OptedIn>

/** The body of a request that sets or lifts an opt-out. */
export const OptOutChange = Type.Object(
  {
    ...Address.properties,
    opted_out: Type.Boolean({ description: 'Whether the address receives no messages from now on.' }),
  },
  {
    $id: 'OptOutChange',
    additionalProperties: false,
    description: 'Sets or lifts the opt-out of an address.',
    examples: [{ channel: 'mobile', uid: '+351912345678', opted_out: true }],
  },
)
export type OptOutChange = Static<typeof OptOutChange>

/** Lists the opt-outs of an entity by channel and uid: at most `limit` after the cursor `after`.
 *  @throws Problem invalid-parameter */
export async function listOptOuts(database: Database, entityId: string, { limit, after }: Page) {
  const position = after === undefined ? undefined : readCursor(after, 'opt-outs', 'string', 'string', 'string')
  const rows = await selectOptOuts(database, entityId)
    .$if(position !== undefined, (optOuts) =>
      optOuts.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('channel', 'uid', 'contact'), '>', tuple(...(position! as [ChannelName, string, string]))),
      ),
    )
    .orderBy('channel')
    .orderBy('uid')
    .orderBy('contact')
    .limit(sql.lit(limit + 1))
    .execute()
  const { shown, next } = cutPage('opt-outs', rows, limit, ({ channel, uid, contact }) => [channel, uid, contact])
  return { optOuts: shown.map(readOptOut), next }
}

const byStaff = { reason: 'staff', notification_id: null } as const

/** Sets or lifts the opt-out of an address for staff. An earlier opt-out of the address stays as it is. Does not lock the entity, as
 *  other changes do: a contact who opts out locks the address first.
 *  @throws Problem invalid-body */
export async function setOptOut(
  database: Database,
  { entityId, by }: { entityId: string; by: string },
  { channel, uid, opted_out }: OptOutChange,
  now: Instant,
): Promise<OptOut | OptedIn> {
  const read = await readOptOutAddress(database, entityId, { channel, uid })
  if ('fault' in read) throw invalidBody([{ pointer: '/uid', reason: read.fault }])
  const { address } = read
  return database.writeFor(entityId, async (trx) => {
    const before = await findOptOut(trx, entityId, address)
    if (opted_out) await stopMessages(trx, database.engine.skipLocked, entityId, address, byStaff, now)
    else {
      await deleteOptOut(trx, entityId, address).execute()
      await deleteOfContacts(trx, entityId, address).execute()
    }
    const after = await findOptOut(trx, entityId, address)
    const name = `${channel}/${comparedUid(address)}`
    await recordChange(trx, { entityId, by }, { resource: 'opt-out', name, before, after }, now)
    return after ?? { ...address, opted_out: false }
  })
}

/** Reads an address that staff typed: a telephone number may lack its country's code. */
async function readOptOutAddress(database: Database, entityId: string, given: Address) {
  const alone = await readAddress(given)
  if (!('fault' in alone)) return alone
  // With the metadata of all countries, which are not loaded at startup.
  const { countryOf } = await import('../../entities/telephone-country.ts')
  const read = await readAddress(given, { country: countryOf((await findEntity(database, entityId))!) })
  return 'fault' in read ? alone : read
}

async function findOptOut(trx: Transaction<Schema>, entityId: string, address: Address): Promise<OptOut | undefined> {
  const row = await selectOptOuts(trx, entityId)
    .where('channel', '=', address.channel)
    .where('uid', '=', comparedUid(address))
    .orderBy('contact')
    .executeTakeFirst()
  return row && readOptOut(row)
}

const selectOptOuts = (database: Database | Transaction<Schema>, entityId: string) =>
  database
    .selectFrom((all) =>
      all
        .selectFrom('opt_outs')
        .select(['channel', 'uid', 'reason', 'notification_id', 'opted_out_at'])
        // An opt-out of everybody at the address comes first.
        .select(sql<string>`''`.as('contact'))
        .where('entity_id', '=', entityId)
        .unionAll(
          all
            .selectFrom('contact_opt_outs')
            .select(['channel', 'uid', sql<OptOutReason>`'opt-out'`.as('reason'), 'notification_id', 'opted_out_at'])
            .select('contact_external_id as contact')
            .where('entity_id', '=', entityId),
        )
        .as('all_opt_outs'),
    )
    .selectAll()

type Row = Pick<OptOut, 'channel' | 'uid' | 'reason'> & {
  contact: string
  notification_id: string | null
  opted_out_at: Instant
}

const readOptOut = ({ channel, uid, reason, contact, notification_id, opted_out_at }: Row): OptOut => ({
  channel,
  uid,
  reason,
  ...(contact !== '' && { contact_external_id: contact }),
  ...(notification_id !== null && { notification_id }),
  opted_out_at: formatInstant(opted_out_at),
})
