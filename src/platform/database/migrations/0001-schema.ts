import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'

/** Creates all tables. The key of each table with an entity's data starts with `entity_id`. */
export async function up(database: Kysely<unknown>, engine: Engine) {
  await createEntities(database, engine)
  await createAccess(database)
  await createChanges(database, engine)
  await createAudit(database, engine)
  await createNotifications(database, engine)
  await createNextDue(database)
  await createRemovable(database)
  await createNotes(database, engine)
  await createTasks(database, engine)
  await createActions(database, engine)
  await createEvents(database, engine)
  await createAcknowledgements(database, engine)
  await createCheckinTokens(database)
  await createDeliveries(database)
  await createMessageCounters(database, engine)
  await createReplies(database)
  await createHolds(database, engine)
  await createWebhooks(database, engine)
  await createErasures(database)
  for (const table of ['deliveries', 'notifications']) await engine.vacuumSooner(table)?.execute(database)
}

async function createEntities({ schema }: Kysely<unknown>, { clusteredByKey }: Engine) {
  await schema
    .createTable('entities')
    .addColumn('entity_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('last_sequence', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('last_event', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('redactions', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('last_night', 'text')
    .addColumn('webhooks', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('arrive_early', 'integer', (column) => column.notNull().defaultTo(120))
    .addColumn('arrive_late', 'integer', (column) => column.notNull().defaultTo(60))
    .addColumn('phone', 'text')
    .addColumn('address', 'text')
    .addColumn('names', 'text')
    .addColumn('colour', 'text')
    .addColumn('country', 'text')
    .addColumn('sentences', 'text')
    .addColumn('quiet_hours', 'text')
    .addColumn('settings', 'text')
    .addColumn('retention', 'text')
    .addColumn('reminders', 'text')
    .addColumn('reminders_changed_at', 'bigint')
    .addColumn('replan_after', 'bigint')
    .addColumn('zone_rules', 'text')
    .addColumn('retired_at', 'bigint')
    .execute()
  await schema
    .createIndex('entities_to_replan')
    .on('entities')
    .column('replan_after')
    .where(sql.ref('replan_after'), 'is not', null)
    .execute()
  await schema
    .createTable('removed_entities')
    .addColumn('entity_id', 'text', (column) => column.primaryKey())
    .addColumn('removed_at', 'bigint', (column) => column.notNull())
    .execute()
  // No foreign key: on Citus, a table that is not distributed yet cannot reference the distributed entities.
  await schema
    .createTable('entity_logos')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('png', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('entity_logos_key', ['entity_id'])
    .modifyEnd(clusteredByKey)
    .execute()
  await schema
    .createTable('templates')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('text', 'text')
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('templates_key', [
      ...(['entity_id', 'category', 'target', 'channel', 'kind', 'language', 'version'] as const),
    ])
    .modifyEnd(clusteredByKey)
    .execute()
  await schema
    .createTable('mappings')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('mapping', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('mappings_key', ['entity_id', 'name'])
    .modifyEnd(clusteredByKey)
    .execute()
}

async function createAccess({ schema }: Kysely<unknown>) {
  await schema
    .createTable('access_tokens')
    .addColumn('access_token_id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('all_entities', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('created_by', 'text')
    .addColumn('revoked_by', 'text')
    .addColumn('replaced_by', 'text')
    .addColumn('last_used_at', 'bigint')
    .addColumn('test', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createTable('access_token_entities')
    .addColumn('access_token_id', 'text', (column) => column.notNull().references('access_tokens.access_token_id'))
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('access_token_entities_key', ['access_token_id', 'entity_id'])
    .execute()
  await schema.createIndex('access_token_entities_entity').on('access_token_entities').column('entity_id').execute()
  await schema
    .createTable('sessions')
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('provider_session', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('group_name', 'text')
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('all_entities', 'integer', (column) => column.notNull())
    .addColumn('entities', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await schema
    .createTable('first_starts')
    .addColumn('first_start_id', 'integer', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('clock_readings')
    .addColumn('clock_reading_id', 'integer', (column) => column.primaryKey())
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('access_rules')
    .addColumn('version', 'bigint', (column) => column.primaryKey())
    .addColumn('rules', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createTable('idempotency_keys')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('sender_id', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['entity_id', 'sender_id', 'idempotency_key'])
    .execute()
  await schema.createIndex('idempotency_keys_age').on('idempotency_keys').columns(['entity_id', 'created_at']).execute()
}

async function createChanges({ schema }: Kysely<unknown>, { clusteredByKey }: Engine) {
  await schema
    .createTable('changes')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addColumn('change_id', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addPrimaryKeyConstraint('changes_key', ['entity_id', 'changed_at', 'change_id'])
    .modifyEnd(clusteredByKey)
    .execute()
}

/** Clustered by key, so that the entries of a day are adjacent. Without a foreign key: it also has entries of refused requests, whose
 *  entity may not exist. */
const createAudit = ({ schema }: Kysely<unknown>, { clusteredByKey }: Engine) =>
  schema
    .createTable('audit_entries')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('entry_id', 'text', (column) => column.notNull())
    .addColumn('who', 'text', (column) => column.notNull())
    .addColumn('who_id', 'text')
    .addColumn('who_name', 'text')
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('notification_ids', 'text')
    .addColumn('contacts', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('audit_entries_key', ['entity_id', 'at', 'entry_id'])
    .modifyEnd(clusteredByKey)
    .execute()

async function createNotifications({ schema }: Kysely<unknown>, { isEmbedded }: Engine) {
  await schema
    .createTable('notifications')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('notification_id', 'text', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('external_id', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('contact_external_id', 'text', (column) => column.notNull())
    .addColumn('params', 'text', (column) => column.notNull())
    .addColumn('files', 'text', (column) => column.notNull())
    .addColumn('inferred_data', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('imported'))
    .addColumn('created_at', 'bigint')
    .addColumn('starts_at', 'bigint')
    .addColumn('ends_at', 'bigint')
    .addColumn('search', 'text')
    .addColumn('digest', 'text')
    .addColumn('latest_submission', 'text')
    .addColumn('version', 'bigint')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('supersedes', 'text')
    .addColumn('superseded_by', 'text')
    .addColumn('answered_at', 'bigint')
    .addColumn('answered_by', 'text')
    .addColumn('wish', 'text')
    .addColumn('arrived_at', 'bigint')
    .addColumn('arrived_by', 'text')
    .addColumn('arrived_reason', 'text')
    .addColumn('arrived_from', 'text')
    .addColumn('missed_from', 'text')
    .addColumn('done_at', 'bigint')
    .addColumn('done_by', 'text')
    .addColumn('withdrawn_at', 'bigint')
    .addColumn('withdrawn_by', 'text')
    .addColumn('ended_from', 'text')
    .addColumn('next_due_at', 'bigint')
    .addColumn('reminded_until', 'bigint')
    .addColumn('recorded_time', 'text')
    .addColumn('removed_kinds', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('test', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('notifications_key', ['entity_id', 'notification_id'])
    .execute()
  await schema
    .createIndex('notifications_of_visit')
    .on('notifications')
    .columns(['entity_id', 'external_id', 'category', 'target'])
    .execute()
  await schema
    .createIndex('notifications_of_contact')
    .on('notifications')
    .columns(['entity_id', 'contact_external_id'])
    .execute()
  // Includes the order: otherwise PostgreSQL may search all notifications of the entity for a page of a task.
  await schema
    .createIndex('notifications_of_task')
    .on('notifications')
    .columns(['entity_id', 'task_id', 'notification_id'])
    .execute()
  // On SQLite, a search among the 20,000 visits of a day read each row of the table: 40 ms instead of 2 ms. PostgreSQL limits
  // the size of an index entry, and reads rows faster.
  await schema
    .createIndex('notifications_by_start')
    .on('notifications')
    .columns(['entity_id', 'starts_at', 'notification_id', ...(isEmbedded ? ['search'] : [])])
    .execute()
}

/** The nightly deletion reads the visits that have data to delete, and not all old ones. */
const createRemovable = ({ schema }: Kysely<unknown>) =>
  schema
    .createIndex('notifications_removable')
    .on('notifications')
    .columns(['entity_id', 'removed_kinds'])
    .expression(sql`coalesce(starts_at, created_at)`)
    .execute()

/** In order, like the index of due deliveries. */
const createNextDue = ({ schema }: Kysely<unknown>) =>
  schema
    .createIndex('notifications_next_due')
    .on('notifications')
    .columns(['next_due_at', 'notification_id'])
    .where(sql.ref('next_due_at'), 'is not', null)
    .execute()

async function createNotes({ schema }: Kysely<unknown>, { clusteredByKey }: Engine) {
  // The key also finds the notes of the notifications on a page.
  await ofNotification(schema.createTable('notes'), 'notes')
    .addColumn('note_id', 'text', (column) => column.notNull())
    .addColumn('written_at', 'bigint', (column) => column.notNull())
    .addColumn('written_by', 'text', (column) => column.notNull())
    .addColumn('text', 'text')
    .addColumn('call', 'text')
    .addPrimaryKeyConstraint('notes_key', ['entity_id', 'notification_id', 'note_id'])
    .modifyEnd(clusteredByKey)
    .execute()
  await ofNotification(schema.createTable('claims'), 'claims')
    .addColumn('key_hash', 'text', (column) => column.notNull())
    .addColumn('claimed_by', 'text', (column) => column.notNull())
    .addColumn('claimed_at', 'bigint', (column) => column.notNull())
    .addColumn('claimed_until', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('answered_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('claims_key', ['entity_id', 'notification_id'])
    .modifyEnd(clusteredByKey)
    .execute()
}

async function createTasks({ schema }: Kysely<unknown>, { clusteredByKey }: Engine) {
  await schema
    .createTable('tasks')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('task_id', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('submitted_by', 'text', (column) => column.notNull())
    .addColumn('test', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('tasks_key', ['entity_id', 'created_at', 'task_id'])
    .modifyEnd(clusteredByKey)
    .execute()
  await schema
    .createTable('task_counters')
    .addColumn('entity_id', 'text', (column) => column.primaryKey().references('entities.entity_id'))
    .addColumn('tasks', 'bigint', (column) => column.notNull())
    .addColumn('has_erasures', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

async function createActions({ schema }: Kysely<unknown>, { clusteredByKey, isEmbedded }: Engine) {
  await ofNotification(schema.createTable('actions'), 'actions')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('action_id', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('starts_at', 'bigint')
    .addColumn('acted_by', 'text')
    .addColumn('reason', 'text')
    .addColumn('test', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('actions_key', ['entity_id', 'at', 'sequence'])
    .addUniqueConstraint('actions_sequence', ['entity_id', 'sequence'])
    .addUniqueConstraint('actions_id', ['entity_id', 'action_id'])
    // Clustered by key, so that the records of a day are adjacent.
    .modifyEnd(clusteredByKey)
    .execute()
  // Covers all columns of an action that a summary reads (docs/decisions/0016).
  await schema
    .createIndex('actions_counted')
    .on('actions')
    .columns(['entity_id', 'at', 'sequence', 'action', 'channel', 'starts_at', 'test'])
    .execute()
  // Finds the actions of a notification: its deletion checks that none refers to it. On SQLite, every index of this table ends
  // with its key, and so contains the entity. If the entity came first, the check would use the primary key instead, and read
  // all actions of the entity.
  await schema
    .createIndex('actions_notification_index')
    .on('actions')
    .columns(isEmbedded ? ['notification_id'] : ['entity_id', 'notification_id'])
    .execute()
}

/** Without foreign keys: each would cost a look-up for each event. */
async function createEvents({ schema }: Kysely<unknown>, { clusteredByKey, isEmbedded }: Engine) {
  await schema
    .createTable('events')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('notification_id', 'text')
    .addColumn('action_sequence', 'bigint')
    .addColumn('details', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('events_key', ['entity_id', 'sequence'])
    .modifyEnd(clusteredByKey)
    .execute()
  // The removal of a contact's data finds them. As for actions, an index of SQLite contains the entity.
  await schema
    .createIndex('events_notification_index')
    .on('events')
    .columns(isEmbedded ? ['notification_id'] : ['entity_id', 'notification_id'])
    .execute()
}

async function createAcknowledgements({ schema }: Kysely<unknown>, { clusteredByKey }: Engine) {
  await schema
    .createTable('acknowledgements')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('access_token_id', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('acknowledged_at', 'bigint', (column) => column.notNull())
    .addColumn('resent_at', 'bigint')
    .addPrimaryKeyConstraint('acknowledgements_key', ['entity_id', 'sequence', 'access_token_id'])
    .execute()
  // With `outcome`, and not clustered by key: otherwise SQLite prefers the key, and reads all acknowledgements of the entity.
  await schema
    .createIndex('acknowledgements_failed')
    .on('acknowledgements')
    .columns(['entity_id', 'outcome', 'sequence', 'access_token_id', 'resent_at'])
    .where(sql.ref('outcome'), '=', sql.lit('failed'))
    .execute()
  await schema
    .createTable('acknowledging_sources')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('access_token_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('actions_alone', 'integer', (column) => column.notNull())
    .addColumn('acknowledged', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('acknowledging_sources_key', ['entity_id', 'access_token_id'])
    .modifyEnd(clusteredByKey)
    .execute()
}

async function createCheckinTokens({ schema }: Kysely<unknown>) {
  await ofNotification(schema.createTable('checkin_tokens'), 'checkin_tokens')
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked', 'text')
    .addColumn('revoked_at', 'bigint')
    .addPrimaryKeyConstraint('checkin_tokens_key', ['entity_id', 'token_hash'])
    .execute()
  await schema
    .createIndex('checkin_tokens_notification_index')
    .on('checkin_tokens')
    .columns(['entity_id', 'notification_id'])
    .execute()
}

async function createDeliveries({ schema }: Kysely<unknown>) {
  await ofNotification(schema.createTable('deliveries'), 'deliveries')
    .addColumn('delivery_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('notice'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('compared_uid', 'text', (column) => column.notNull())
    .addColumn('link_hash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('give_up_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint')
    .addColumn('provider_id', 'text')
    .addColumn('attempted_at', 'bigint')
    .addColumn('sent_at', 'bigint')
    .addColumn('delivered_at', 'bigint')
    .addColumn('read_at', 'bigint')
    .addColumn('reason', 'text')
    .addColumn('told_of', 'text')
    .addColumn('removed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('urgent', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('fallback_rank', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('slot_at', 'bigint')
    .addColumn('asked_number', 'integer')
    .addColumn('asked_action', 'text')
    .addColumn('asked_at', 'bigint')
    .addColumn('test', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('joint_id', 'text')
    .addPrimaryKeyConstraint('deliveries_key', ['entity_id', 'delivery_id'])
    .addUniqueConstraint('deliveries_link', ['entity_id', 'link_hash'])
    .execute()
  // In order, so that a scan of due deliveries can continue after one of them (docs/decisions/0110).
  await schema
    .createIndex('deliveries_due_in_order')
    .on('deliveries')
    .columns(['channel', 'next_attempt_at', 'delivery_id'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
  await schema
    .createIndex('deliveries_provider')
    .on('deliveries')
    .columns(['provider_id'])
    .where(sql.ref('provider_id'), 'is not', null)
    .execute()
  // Few texts are about several visits.
  await schema
    .createIndex('deliveries_joint')
    .on('deliveries')
    .columns(['entity_id', 'joint_id'])
    .where(sql.ref('joint_id'), 'is not', null)
    .execute()
  await schema
    .createIndex('deliveries_mobile')
    .on('deliveries')
    .columns(['compared_uid', 'delivery_id'])
    .where(sql.ref('channel'), '=', sql.lit('mobile'))
    .execute()
  await schema
    .createIndex('deliveries_whatsapp')
    .on('deliveries')
    .columns(['compared_uid', 'delivery_id'])
    .where(sql.ref('channel'), '=', sql.lit('whatsapp'))
    .execute()
  // The outcomes of the latest mails.
  await schema
    .createIndex('deliveries_email_attempts')
    .on('deliveries')
    .columns(['attempted_at'])
    .where(sql.ref('channel'), '=', sql.lit('email'))
    .where(sql.ref('attempted_at'), 'is not', null)
    .execute()
  // Tells whether other contacts have the address.
  await schema
    .createIndex('deliveries_email')
    .on('deliveries')
    .columns(['compared_uid', 'delivery_id'])
    .where(sql.ref('channel'), '=', sql.lit('email'))
    .execute()
  // A person can take "this is not me" back, with the messages that it stopped.
  await schema
    .createIndex('deliveries_opted_out')
    .on('deliveries')
    .columns(['entity_id', 'channel', 'compared_uid'])
    .where(sql.ref('state'), '=', sql.lit('stopped'))
    .where(sql.ref('reason'), '=', sql.lit('opted out'))
    .execute()
  // In order: otherwise SQLite reads all deliveries of the entity to find the few of a notification in order.
  await schema
    .createIndex('deliveries_notification_index')
    .on('deliveries')
    .columns(['entity_id', 'notification_id', 'delivery_id'])
    .execute()
  await schema
    .createTable('undeliverable_addresses')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('undeliverable_addresses_key', ['entity_id', 'channel', 'uid'])
    .execute()
  await schema
    .createTable('received_messages')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addColumn('notification_id', 'text')
    .addPrimaryKeyConstraint('received_messages_key', ['entity_id', 'channel', 'uid', 'message_id'])
    .execute()
}

const createMessageCounters = ({ schema }: Kysely<unknown>, { clusteredByKey }: Engine) =>
  schema
    .createTable('message_counters')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('messages', 'bigint', (column) => column.notNull())
    .addColumn('next_slot_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('message_counters_key', ['entity_id', 'channel'])
    .modifyEnd(clusteredByKey)
    .execute()

async function createReplies({ schema }: Kysely<unknown>) {
  await schema
    .createTable('opt_outs')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('opted_out_at', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo('opt-out'))
    .addColumn('replaced', 'text')
    .addColumn('notification_id', 'text')
    .addPrimaryKeyConstraint('opt_outs_key', ['entity_id', 'channel', 'uid'])
    .execute()
  await schema
    .createTable('replies')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('reply_id', 'text', (column) => column.notNull())
    .addColumn('notification_id', 'text')
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('uid', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('read_as', 'text', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .addColumn('read_by', 'text')
    .addColumn('answer_id', 'text')
    .addPrimaryKeyConstraint('replies_key', ['entity_id', 'received_at', 'reply_id'])
    .execute()
  await schema.createIndex('replies_by_id').on('replies').columns(['entity_id', 'reply_id']).execute()
  // The removal of a contact's data finds them, by the notification or without one by the address.
  await schema
    .createIndex('replies_of_contact')
    .on('replies')
    .columns(['entity_id', 'notification_id', 'channel', 'uid'])
    .execute()
  await schema
    .createTable('written_messages')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('delivery_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('written_at', 'bigint', (column) => column.notNull())
    .addColumn('written_by', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('written_messages_key', ['entity_id', 'delivery_id'])
    .execute()
}

const createHolds = ({ schema }: Kysely<unknown>, { clusteredByKey }: Engine) =>
  schema
    .createTable('holds')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('hold_id', 'text', (column) => column.notNull())
    .addColumn('contact_external_id', 'text')
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('placed_at', 'bigint', (column) => column.notNull())
    .addColumn('placed_by', 'text', (column) => column.notNull())
    .addColumn('released_at', 'bigint')
    .addColumn('released_by', 'text')
    .addPrimaryKeyConstraint('holds_key', ['entity_id', 'hold_id'])
    .modifyEnd(clusteredByKey)
    .execute()

async function createWebhooks({ schema }: Kysely<unknown>, { clusteredByKey }: Engine) {
  await schema
    .createTable('webhooks')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('kinds', 'text')
    .addColumn('full', 'integer', (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('oldest_generation', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('previous_until', 'bigint')
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('resend_from', 'bigint')
    .addColumn('resend_to', 'bigint')
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('lease_until', 'bigint')
    .addColumn('disabled_at', 'bigint')
    .addColumn('disabled_reason', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('test_token_id', 'text')
    .addPrimaryKeyConstraint('webhooks_key', ['entity_id', 'webhook_id'])
    .execute()
  // In order, like the index of due deliveries.
  await schema
    .createIndex('webhooks_due')
    .on('webhooks')
    .columns(['next_attempt_at', 'webhook_id'])
    .where(sql.ref('next_attempt_at'), 'is not', null)
    .execute()
  await schema
    .createTable('webhook_attempts')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('attempt', 'bigint', (column) => column.notNull())
    .addColumn('sequence', 'bigint')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('reason', 'text')
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('webhook_attempts_key', ['entity_id', 'webhook_id', 'attempt'])
    .modifyEnd(clusteredByKey)
    .execute()
}

async function createErasures({ schema }: Kysely<unknown>) {
  await schema
    .createTable('erasures')
    .addColumn('entity_id', 'text', (column) => column.notNull().references('entities.entity_id'))
    .addColumn('erasure_id', 'text', (column) => column.notNull())
    .addColumn('contact_external_id', 'text')
    .addColumn('contact_hash', 'text')
    .addColumn('reason', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('kept', 'text')
    .addColumn('erased_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('lifted_at', 'bigint')
    .addColumn('lifted_by', 'text')
    .addPrimaryKeyConstraint('erasures_key', ['entity_id', 'erasure_id'])
    .execute()
  await schema
    .createIndex('erasures_of_contact')
    .on('erasures')
    .columns(['entity_id', 'contact_hash'])
    .where(sql.ref('contact_hash'), 'is not', null)
    .execute()
  await schema
    .createIndex('erasures_due')
    .on('erasures')
    .columns(['created_at', 'erasure_id'])
    .where(sql.ref('finished_at'), 'is', null)
    .execute()
}

/** Adds the columns and the foreign key of a table whose rows belong to a notification. */
const ofNotification = <Table extends string>(table: CreateTableBuilder<Table, never>, name: Table) =>
  table
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('notification_id', 'text', (column) => column.notNull())
    .addForeignKeyConstraint(`${name}_notification`, ['entity_id', 'notification_id'], 'notifications', [
      'entity_id',
      'notification_id',
    ])
