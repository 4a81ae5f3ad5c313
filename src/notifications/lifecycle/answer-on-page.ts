import { type Kysely, type SqlBool, sql } from 'kysely'
import {
  actionRow,
  detailsOf,
  insertActionEventQuery,
  insertActionQuery,
  type NewAction,
  takeSequencesQuery,
} from '../../log/events/record-action.ts'
import { wakeWebhooks } from '../../log/events/wake-webhooks.ts'
import { lookUpTokens, newCheckinToken, revokeCheckinTokensQuery } from '../../messages/check-in/issued-token.ts'
import { confirmationsFor } from '../../messages/delivery/confirmations.ts'
import {
  insertedColumns,
  lookUpDeliveries,
  newDelivery,
  type OutboxContext,
  stopDeliveriesQuery,
} from '../../messages/delivery/outbox.ts'
import type { Database } from '../../platform/database/database.ts'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/keys/new-id.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { markedKey } from '../../visits/notification.ts'
import type { AnswerName } from '../../visits/plugins/plugin.ts'
import { offeredAnswers, timesOfVisit } from '../../visits/plugins/registry.ts'
import type { State } from '../../visits/state.ts'
import {
  type Answer,
  type Answered,
  type AnsweredNotification,
  answer,
  answeredColumns,
  closingOfAnswers,
  expiryOf,
  revocations,
} from './answer.ts'
import { stateChangeQuery } from './change-state.ts'
import { notDone } from './done.ts'
import { canHappen, events } from './events.ts'

/** The visit as the page read it. */
interface OpenedVisit extends AnsweredNotification {
  state: State
  revision: number
}

/** Records a contact's answer like `answer`. On PostgreSQL, one statement does it, unless the notification has changed since the page
 *  read it, or takes no answer (docs/decisions/0113). */
export async function answerOnPage(
  database: Database,
  outbox: OutboxContext,
  opened: OpenedVisit,
  given: Answer,
  now: Instant,
): Promise<Answered> {
  const sequence =
    fitsOneStatement(database, opened, given, now) && (await record(database, outbox, opened, given, now))
  if (sequence) return { outcome: 'recorded', sequence }
  return database.writeFor(opened.entity.id, (trx) => answer(trx, outbox, opened, given, now))
}

function fitsOneStatement(
  { engine }: Database,
  { notification, state }: OpenedVisit,
  { action, by }: Answer,
  now: Instant,
) {
  const times = timesOfVisit(notification)
  const isInTime = times === undefined || now < closingOfAnswers(times, state, by)
  return (
    engine.hasDataModifyingCtes && isInTime && canHappen(action, state) && offeredAnswers(notification).includes(action)
  )
}

/** Returns the sequence of the action, or undefined if the notification has changed. */
async function record(
  database: Database,
  outbox: OutboxContext,
  opened: OpenedVisit,
  { action, channel, uid, wish, by }: Answer,
  now: Instant,
): Promise<number | undefined> {
  const { notification, revision } = opened
  const { entityId, id } = markedKey(notification)
  const values = {
    entity_id: entityId,
    entityId,
    id,
    revision,
    answered_at: now,
    answered_by: by ?? null,
    wish: wish ?? null,
    ...notDone,
    ...actionRow(newId(), { action, at: now, channel, uid, by }, notification),
    details: detailsOf(wish),
    ...(action === 'confirm' ? await confirmation(database, outbox, opened, now) : noConfirmation),
  }
  const [event] = await database.writeStatement(entityId, () => statements[action](database, values))
  // A webhook that was created while the statement waited for the entity's row.
  if (event && Number(event.unseen) > 0) await wakeWebhooks(database, { entityId, at: now })
  return event && Number(event.action_sequence)
}

const noConfirmation = { tokenHash: '', checkinRecord: '', expiresAt: null, deliveries: '[]' }

/** Returns the check-in token, and the deliveries of its QR code as JSON. */
async function confirmation(
  database: Database,
  outbox: OutboxContext,
  { entity, notification }: OpenedVisit,
  now: Instant,
) {
  const key = markedKey(notification)
  const [earlier, sent] = await Promise.all([lookUpTokens(database, key), lookUpDeliveries(database, key)])
  const expiresAt = expiryOf(notification, entity)
  const { tokenHash, record } = newCheckinToken(outbox.secret, notification, earlier.length, expiresAt)
  const added = confirmationsFor(sent, now).map((one) => newDelivery(outbox, { notification: key, ...one }))
  return { tokenHash, checkinRecord: record, expiresAt, deliveries: JSON.stringify(added) }
}

/** The transaction's builders expect both spellings of the entity. */
type Values = NewAction & {
  entity_id: string
  entityId: string
  id: string
  revision: number
  answered_at: Instant
  answered_by: string | null
  wish: string | null
  done_at: null
  done_by: null
  details: string
  tokenHash: string
  checkinRecord: string
  expiresAt: Instant | null
  deliveries: string
}

const hasChanged = sql<SqlBool>`exists (select from changed)`

/** The CTEs have the columns of the tables whose names they have. */
const withTables = (database: unknown) => database as Kysely<Schema>

/** Takes the sequences last, because other answers of the entity wait for its row. This CTE is named after its table, so the
 *  transaction's inserts read from it. */
const statementOf = (action: AnswerName) =>
  preparedStatement((database, values: Values) => {
    const { entityId, id, at } = values
    const withChanges = database
      .with('changed', (db) =>
        stateChangeQuery(db, action, answeredColumns, values)
          .where('revision', '=', values.revision)
          .returning('entity_id'),
      )
      .with('stopped', (db) =>
        stopDeliveriesQuery(db, { entityId, id, reason: events[action].to }).where(hasChanged).returning('delivery_id'),
      )
      .with('token', (db) => tokenQuery(withTables(db), action, values))
      .with('entities', (db) =>
        takeSequencesQuery(db, { entityId })
          .where(hasChanged)
          // Always true. It makes the CTE run after the others (docs/decisions/0030).
          .where(sql<SqlBool>`(select count(*) from stopped) + (select count(*) from token) >= 0`),
      )
      .with('action', (db) => insertActionQuery(withTables(db), values))
      .with('woken', (db) =>
        db
          .updateTable('webhooks')
          // The statement's snapshot may precede the worker's note that there is nothing to send, so the latest version decides.
          .set({ next_attempt_at: sql<Instant>`coalesce(next_attempt_at, ${at})` })
          .where('entity_id', '=', entityId)
          .where('disabled_at', 'is', null)
          .where(sql<SqlBool>`exists (select from entities where webhooks > 0)`)
          .returning('webhook_id'),
      )
      .with('qr_codes', (db) =>
        db
          .insertInto('deliveries')
          .columns(insertedColumns)
          .expression(
            sql`select ${sql.join(insertedColumns.map((column) => sql.ref(column)))}
              from json_populate_recordset(null::deliveries, cast(${values.deliveries} as json)) where ${hasChanged}`,
          ),
      )
    return insertActionEventQuery(withTables(withChanges), values).returning([
      'action_sequence',
      sql<number>`(select webhooks from entities) - (select count(*) from woken)`.as('unseen'),
    ])
  })

const statements = {
  confirm: statementOf('confirm'),
  reschedule: statementOf('reschedule'),
  cancel: statementOf('cancel'),
}

/** Builds the insert of the new check-in token, or the update that revokes the earlier ones. */
function tokenQuery(database: Kysely<Schema>, action: AnswerName, values: Values) {
  const { entityId, id, answered_at: now, tokenHash, checkinRecord, expiresAt } = values
  const reason = revocations[action]
  if (reason !== null)
    return revokeCheckinTokensQuery(database, { entityId, id, reason, now }).where(hasChanged).returning('token_hash')
  return database
    .insertInto('checkin_tokens')
    .columns(['entity_id', 'notification_id', 'token_hash', 'record', 'expires_at'])
    .expression(sql`select entity_id, ${id}, ${tokenHash}, ${checkinRecord}, ${expiresAt} from changed`)
    .returning('token_hash')
}
