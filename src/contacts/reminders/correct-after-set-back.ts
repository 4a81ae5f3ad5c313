import type { Transaction } from 'kysely'
import { heldReasons, releaseHeld, tooLate } from '../../messages/delivery/held.ts'
import { planAnew } from '../../messages/quiet-hours/change.ts'
import { transitions } from '../../notifications/lifecycle/transitions.ts'
import { undoMiss } from '../../notifications/lifecycle/undo-miss.ts'
import { acrossEntities } from '../../platform/database/across-entities.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { createdAtOf } from '../../platform/keys/new-id.ts'
import { hours, type Instant, minutes } from '../../platform/time/instant.ts'
import { markedKey, readNotification, storedColumns } from '../../visits/notification.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import { missedAtOf } from './missed-at.ts'
import { type ReminderSettings, reminderSettings } from './settings.ts'

const entitiesAtOnce = 1_000
// The window of arrivals of a visit that has begun may still be open.
const maxWindowMicros = hours(48)
// Quiet hours advance a step by at most this time.
const maxEarlyMicros = hours(24)
const maxRetryMicros = hours(1)
// A message is due when the request that creates it begins.
const maxRequestMicros = minutes(1)

/** Corrects the decisions of processes whose clock was ahead: contacts who count as missing, messages that were given up as too late or
 *  wait for a distant morning, and reminders that count as sent. */
export async function correctAfterSetBack(database: Database, now: Instant) {
  for (let after = '', isLast = false; !isLast; ) {
    const select = database.selectFrom('entities').select('entity_id').where('entity_id', '>', after)
    const entities = await acrossEntities(database, select, { orderBy: ['entity_id'], limit: entitiesAtOnce })
    for (const { entity_id } of entities)
      await database.writeFor(entity_id, (trx) => correctEntity(trx, entity_id, now))
    after = entities.at(-1)?.entity_id ?? after
    isLast = entities.length < entitiesAtOnce
  }
}

async function correctEntity(trx: Transaction<Schema>, entityId: string, now: Instant) {
  const settings = await reminderSettings(trx, entityId)
  await correctDeliveries(trx, entityId, now)
  await undoMisses(trx, entityId, settings, now)
  await resumeTooLate(trx, entityId, now)
  await releaseHeld(trx, entityId, heldReasons, now)
  await trx.updateTable('message_counters').set({ next_slot_at: now }).where('entity_id', '=', entityId).execute()
  await planLateReminders(trx, entityId, now)
  await planAnew(trx, entityId, now)
}

/** Makes reminders due that count as sent. A visit that was created after this time, and got no reminder, is planned as a new one: if
 *  this clock is behind, the steps that were over at its creation stay over. */
async function planLateReminders(trx: Transaction<Schema>, entityId: string, now: Instant) {
  const coming = () =>
    trx
      .updateTable('notifications')
      .where('entity_id', '=', entityId)
      .where('starts_at', '>', now)
      .where('reminded_until', '>', now + maxEarlyMicros)
  await coming()
    .set({ reminded_until: null, next_due_at: 0 })
    .where('created_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('delivery_id')
            .where('deliveries.entity_id', '=', entityId)
            .whereRef('deliveries.notification_id', '=', 'notifications.notification_id')
            .where('kind', '=', 'reminder'),
        ),
      ),
    )
    .execute()
  await coming().set({ reminded_until: now }).execute()
}

/** A retry waits for an hour at most. A message that was due when it was created is due now; a client's `send_at` stays. */
async function correctDeliveries(trx: Transaction<Schema>, entityId: string, now: Instant) {
  const ofEntity = () => trx.updateTable('deliveries').where('entity_id', '=', entityId)
  await ofEntity().set({ sent_at: now }).where('sent_at', '>', now).execute()
  await ofEntity()
    .set({ next_attempt_at: now, attempts: 0 })
    .where('state', '=', 'pending')
    .where('attempts', '>', 0)
    .where('next_attempt_at', '>', now + maxRetryMicros)
    .execute()
  const created = await trx
    .selectFrom('deliveries')
    .select(['delivery_id', 'next_attempt_at'])
    .where('entity_id', '=', entityId)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .where('next_attempt_at', '>', now)
    .execute()
  for (const { delivery_id, next_attempt_at } of created) {
    const createdAt = createdAtOf(delivery_id)
    if (createdAt <= now || next_attempt_at > createdAt + maxRequestMicros) continue
    await ofEntity().set({ next_attempt_at: now }).where('delivery_id', '=', delivery_id).execute()
  }
}

/** Restores the state of each visit that is not missed by the current time. */
async function undoMisses(trx: Transaction<Schema>, entityId: string, settings: ReminderSettings, now: Instant) {
  const rows = await trx
    .selectFrom('notifications')
    .select(storedColumns)
    .where('entity_id', '=', entityId)
    .where('starts_at', '>', now - maxWindowMicros)
    .where('state', '=', transitions.miss.to)
    .execute()
  for (const notification of rows.map(readNotification)) {
    const times = timesOfVisit(notification)
    if (times && missedAtOf(times, settings) > now) await undoMiss(trx, markedKey(notification), now)
  }
}

/** Makes messages of coming visits due again that the service gave up as too late. */
const resumeTooLate = (trx: Transaction<Schema>, entityId: string, now: Instant) =>
  trx
    .updateTable('deliveries')
    .set({ state: 'pending', reason: null, attempts: 0, next_attempt_at: now })
    .where('entity_id', '=', entityId)
    .where('state', '=', 'failed')
    .where('reason', '=', tooLate)
    .where('notification_id', 'in', (visits) =>
      visits
        .selectFrom('notifications')
        .select('notification_id')
        .where('notifications.entity_id', '=', entityId)
        .where('starts_at', '>', now),
    )
    .execute()
