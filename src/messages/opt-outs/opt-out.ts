import { type Kysely, sql, type Transaction } from 'kysely'
import { type Address, comparedUid } from '../../channels/address.ts'
import { logEvent } from '../../log/events/append.ts'
import type { Engine } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type Instant, minutes } from '../../platform/time/instant.ts'
import type { Notification } from '../../visits/notification.ts'
import { useNextAddress } from '../delivery/next-address.ts'

/** Why an address receives no messages: the contact asked for it, the person at the address is not the contact, or
 *  staff asked for it. */
export const optOutReasons = ['opt-out', 'not-me', 'staff'] as const
export type OptOutReason = (typeof optOutReasons)[number]

/** The reason of an opt-out, and the notification whose page or message it came from. */
export interface OptOutOrigin {
  reason: OptOutReason
  notification_id: string | null
}

const keyOf = (entity_id: string, address: Address) => ({
  entity_id,
  channel: address.channel,
  uid: comparedUid(address),
})

/** Whether the address has opted out of the entity's messages. */
export async function isOptedOut(database: Kysely<Schema>, entityId: string, address: Address) {
  const row = await database
    .selectFrom('opt_outs')
    .select('opted_out_at')
    .where(({ and }) => and(keyOf(entityId, address)))
    .executeTakeFirst()
  return row !== undefined
}

/** Stops later messages from the entity to the address until it opts in again. An earlier opt-out stays, but `not-me`
 *  replaces other reasons. */
export async function optOut(
  trx: Transaction<Schema>,
  entityId: string,
  address: Address,
  origin: OptOutOrigin,
  now: Instant,
) {
  const details = { ...origin, opted_out_at: now }
  for (;;) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('opt_outs')
      .values({ ...keyOf(entityId, address), ...details })
      .onConflict((conflict) => conflict.columns(['entity_id', 'channel', 'uid']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) return logOptOut(trx, entityId, address, origin, now)
    // Locks the earlier opt-out, so that no request lifts it before this transaction ends.
    const earlier = await trx
      .selectFrom('opt_outs')
      .select(['reason', 'replaced'])
      .where(({ and }) => and(keyOf(entityId, address)))
      .forUpdate()
      .executeTakeFirst()
    // Undefined: another request has lifted it since.
    if (earlier) return replaceReason(trx, entityId, address, details, earlier)
  }
}

async function replaceReason(
  trx: Transaction<Schema>,
  entityId: string,
  address: Address,
  details: OptOutOrigin & { opted_out_at: Instant },
  earlier: { reason: OptOutReason; replaced: OptOutReason | null },
) {
  const update = trx.updateTable('opt_outs').where(({ and }) => and(keyOf(entityId, address)))
  if (details.reason === 'not-me') {
    if (earlier.reason === 'not-me') return
    await update.set({ ...details, replaced: earlier.reason }).execute()
    logOptOut(trx, entityId, address, details, details.opted_out_at)
  } else if (earlier.reason === 'not-me') {
    // A person who takes *this is not me* back does not lift this later opt-out.
    await update.set({ replaced: earlier.replaced ?? details.reason }).execute()
  }
}

function logOptOut(
  trx: Transaction<Schema>,
  entityId: string,
  { channel, uid }: Address,
  { reason, notification_id }: OptOutOrigin,
  now: Instant,
  isOnlyContact = false,
) {
  const about = notification_id === null ? {} : { notification_id }
  const only = isOnlyContact ? { only_contact: true as const } : {}
  logEvent(trx, entityId, { kind: 'delivery', change: 'opted-out', ...about, channel, uid, reason, ...only }, now)
}

/** Stops later and pending messages from the entity to the address. Its visits, as far as they are known, use their next address.
 *  Skips deliveries that a task or a worker has locked:
 *  a task locks them in another order, so waiting could deadlock. The outbox checks the opt-out before it sends them. */
export async function stopMessages(
  trx: Transaction<Schema>,
  skipLocked: Engine['skipLocked'],
  entityId: string,
  address: Address,
  origin: OptOutOrigin,
  now: Instant,
) {
  await optOut(trx, entityId, address, origin, now)
  await stopPending(trx, skipLocked, entityId, address, origin, undefined, now)
}

/** Stops later and pending messages to the address for one contact. Messages for others there continue. */
export async function stopMessagesForContact(
  trx: Transaction<Schema>,
  skipLocked: Engine['skipLocked'],
  { id, entity_id, contact: { external_id: contact_external_id } }: Notification,
  address: Address,
  now: Instant,
) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('contact_opt_outs')
    .values({ ...keyOf(entity_id, address), contact_external_id, opted_out_at: now, notification_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  const origin = { reason: 'opt-out', notification_id: id } as const
  if (numInsertedOrUpdatedRows === 1n) logOptOut(trx, entity_id, address, origin, now, true)
  await stopPending(trx, skipLocked, entity_id, address, origin, contact_external_id, now)
}

/** @param contact undefined: all contacts at the address */
async function stopPending(
  trx: Transaction<Schema>,
  skipLocked: Engine['skipLocked'],
  entityId: string,
  address: Address,
  { notification_id }: OptOutOrigin,
  contact: string | undefined,
  now: Instant,
) {
  const stopped = await trx
    .updateTable('deliveries')
    .set({ state: 'stopped', reason: 'opted out' })
    .where('entity_id', '=', entityId)
    .where('delivery_id', 'in', (pending) =>
      pending
        .selectFrom('deliveries as one')
        .select('one.delivery_id')
        .where('one.entity_id', '=', entityId)
        .where('one.compared_uid', '=', comparedUid(address))
        // Literals, so that every plan uses the partial index of pending deliveries.
        .where('one.channel', '=', sql.lit(address.channel))
        .where('one.state', '=', sql.lit('pending'))
        .$if(contact !== undefined, (some) =>
          some.where('one.notification_id', 'in', (theirs) =>
            theirs
              .selectFrom('notifications')
              .select('notification_id')
              .where('entity_id', '=', entityId)
              .where('contact_external_id', '=', contact!),
          ),
        )
        .modifyEnd(skipLocked),
    )
    .returning(['entity_id', 'notification_id'])
    .execute()
  const passed = notification_id === null ? stopped : [...stopped, { entity_id: entityId, notification_id }]
  for (const delivery of passed) await useNextAddress(trx, skipLocked, delivery, now)
}

/** Lifts the opt-out at the request of the contact. Only staff can lift `not-me`: the person at that address is not the
 *  contact. */
export async function optIn(trx: Transaction<Schema>, entityId: string, address: Address) {
  await deleteOptOut(trx, entityId, address).where('reason', '!=', 'not-me').execute()
  await deleteOfContacts(trx, entityId, address).execute()
}

/** Lifts the opt-out of one contact at the address. */
export async function optContactIn(trx: Transaction<Schema>, { entity_id, contact }: Notification, address: Address) {
  await deleteOfContacts(trx, entity_id, address).where('contact_external_id', '=', contact.external_id).execute()
}

/** Lifts the opt-outs of single contacts at the address. */
export const deleteOfContacts = (trx: Transaction<Schema>, entityId: string, address: Address) =>
  trx.deleteFrom('contact_opt_outs').where(({ and }) => and(keyOf(entityId, address)))

/** How long a person can take *this is not me* back. */
export const takeBackMicros = minutes(10)

/** Takes back a `not-me` of the last ten minutes. The reason that it replaced applies again. Without one, the messages that
 *  it stopped are pending again. */
export async function takeBackNotMe(trx: Transaction<Schema>, entityId: string, address: Address, now: Instant) {
  const recent = now - takeBackMicros
  const restored = await trx
    .updateTable('opt_outs')
    .set(({ ref }) => ({ reason: ref('replaced').$notNull(), replaced: null }))
    .where(({ and }) => and(keyOf(entityId, address)))
    .where('reason', '=', 'not-me')
    .where('opted_out_at', '>', recent)
    .where('replaced', 'is not', null)
    .executeTakeFirst()
  if (restored.numUpdatedRows > 0n) return
  const lifted = await deleteOptOut(trx, entityId, address)
    .where('reason', '=', 'not-me')
    .where('opted_out_at', '>', recent)
    .executeTakeFirst()
  if (lifted.numDeletedRows === 0n) return
  await trx
    .updateTable('deliveries')
    .set({
      state: 'pending',
      reason: null,
      next_attempt_at: sql`case when next_attempt_at < ${now} then ${now} else next_attempt_at end`,
    })
    .where('entity_id', '=', entityId)
    .where('delivery_id', 'in', (stopped) =>
      stopped
        .selectFrom('deliveries as one')
        // An update adds another message of the same kind, because it does not count those that were stopped.
        .select(({ fn }) => fn.max('one.delivery_id').as('delivery_id'))
        .where('one.entity_id', '=', entityId)
        .where('one.compared_uid', '=', comparedUid(address))
        .where('one.channel', '=', address.channel)
        .where('one.next_attempt_at', '>=', recent)
        .where('one.removed', '=', 0)
        // Literals, so that every plan uses the partial index of these deliveries.
        .where('one.state', '=', sql.lit('stopped'))
        .where('one.reason', '=', sql.lit('opted out'))
        .groupBy(['one.notification_id', 'one.kind']),
    )
    .execute()
}

export const deleteOptOut = (trx: Transaction<Schema>, entityId: string, address: Address) =>
  trx.deleteFrom('opt_outs').where(({ and }) => and(keyOf(entityId, address)))
