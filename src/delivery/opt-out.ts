import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Instant } from '../instant.ts'
import type { Address } from '../notifications/address.ts'

/** Why an address receives no messages: the contact asked for it, the person at the address is not the contact, or
 *  staff asked for it. */
export const optOutReasons = ['opt-out', 'not-me', 'staff'] as const
export type OptOutReason = (typeof optOutReasons)[number]

/** Whether the address has opted out of the entity's messages. */
export async function isOptedOut(database: Kysely<Schema>, entityId: string, { channel, uid }: Address) {
  const row = await database
    .selectFrom('opt_outs')
    .select('opted_out_at')
    .where('entity_id', '=', entityId)
    .where('channel', '=', channel)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row !== undefined
}

/** Stops messages from the entity to the address until it opts in again. */
export async function optOut(trx: Transaction<Schema>, entityId: string, { channel, uid }: Address, now: Instant) {
  await trx
    .insertInto('opt_outs')
    .values({ entity_id: entityId, channel, uid, opted_out_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function optIn(trx: Transaction<Schema>, entityId: string, { channel, uid }: Address) {
  await trx
    .deleteFrom('opt_outs')
    .where('entity_id', '=', entityId)
    .where('channel', '=', channel)
    .where('uid', '=', uid)
    .execute()
}
