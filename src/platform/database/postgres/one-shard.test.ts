import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { administerEntity } from '../../../../test/administration.ts'
import { TEST_CITUS_URL } from '../../../../test/citus.ts'
import { contact, notifications } from '../../../../test/contact.ts'
import { csvFile, line, mapping } from '../../../../test/csv-file.ts'
import { temporaryCitusDatabase, temporaryDatabase } from '../../../../test/databases.ts'
import { entity, history } from '../../../../test/history.ts'
import { recordPackets, type SentStatement } from '../../../../test/postgres-proxy.ts'
import { bootRollcall, byDate, byToken, byVisit } from '../../../../test/rollcall.ts'
import { signedIn } from '../../../../test/signed-in.ts'
import { item, later, mail, submission } from '../../../../test/submission.ts'
import { webhookReceiver } from '../../../../test/webhook-receiver.ts'
import { createLink } from '../../../access/first-start/link.ts'
import { bouncePaths } from '../../../channels/email/bounces/routes.ts'
import { replyPath, statusPath } from '../../../channels/mobile/gateway/callbacks.ts'
import { thisMachine } from '../../config/networks.ts'
import { connect } from '../connect.ts'
import type { Database } from '../database.ts'
import { adaptToServer, clientSettings } from './client.ts'
import { serviceTimeouts } from './timeouts.ts'

const shards = 4
// On several shards.
const followed = ['clinica-lisboa', 'clinica-porto', 'clinica-faro', 'clinica-braga']
// These tables are not distributed by entity.
const global = ['access_tokens', 'access_token_entities']

/** The statements that span entities (docs/decisions/0045). */
const spanning = {
  'the deliveries that are due': /^select .*"next_attempt_at" from "deliveries" where state = 'pending' and channel = /,
  'the messages that wait': /^select .*"delivery_id" from "deliveries" where state = 'pending' and channel = /,
  'the entities whose reminders are planned again': /from "entities" where "replan_after" is not null/,
  'the reminders that are due': /^select .*"next_due_at" from "notifications" where next_due_at <= /,
  'the webhooks that are due': /^select .*"next_attempt_at" from "webhooks" where next_attempt_at <= /,
  'the notices to an address':
    /^(?!.*"entity_id" (?:= \$|in \()).*from "deliveries" .* deliveries\.channel = 'mobile' and deliveries\.compared_uid = \$/s,
  'the delivery of a receipt': /from "deliveries" where "provider_id" in /,
  'the entities of a credential': /from "entities" where "entity_id" > /,
  'the entities that new rights name': /^select "entity_id" from "entities" where "entity_id" = any/,
  'whether there is an entity, for the first page': /^select "entity_id" from "entities" .*limit 1$/,
  'the last actions of the entities that clients follow': /"last_sequence" from "entities" where "entity_id" = any/,
  'the last events of the entities that clients follow':
    /"last_event" as "last_sequence" from "entities" where "entity_id" = any/,
}

const namesOf = ({ text }: SentStatement) =>
  Object.entries(spanning).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))

/** The routes of the latest app, and those that a request has reached. */
const routes = new Set<string>()
const reached = new Set<string>()
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  routes.clear()
  reached.clear()
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`)
  })
  fastify.addHook('onRequest', (request, _reply, done) => {
    reached.add(`${request.method} ${request.routeOptions.url}`)
    done()
  })
})
// These serve files and descriptions, without a statement. Signed callbacks run those of `incoming`.
const withoutStatements =
  /^GET \/(docs|openapi|assets|theme|desk|console|admin|problems|livez|metrics|a\/time-zone|pictures|sign-in\/offered|first-start)|\/(sms\/(twilio|vonage)|whatsapp)/

/** Returns every statement that a service on the database at `url` runs for requests, deliveries and texts, each with the
 *  values of its last run. */
async function walk(url: string): Promise<SentStatement[]> {
  const proxy = await recordPackets(url)
  const booted = await bootRollcall({ url: proxy.url, config: { rateLimit: 6_000, webhookNetworks: thisMachine } })
  const { app, get, post, put, remove, given, secret, incoming } = booted
  const authorized = { authorization: `Bearer ${booted.token}` }
  await given(...history(), ...followed.slice(1).map((id) => entity({ id })))
  // The test's own statements do not pass the proxy.
  const database = await connect(url)
  onTestFinished(() => database.destroy())
  const rollcall = { ...booted, database }
  proxy.packets.length = 0

  const rights = { name: 'x', scopes: ['actions:read'], entities: followed }
  for (let count = 0; count < 6; count++) expect((await post('/v1/access-tokens', rights)).statusCode).toBe(201)
  await administerEntity(booted)
  // Of equal statements, the last one counts: this one names entities of several shards.
  expect((await post('/v1/access-tokens', rights)).statusCode).toBe(201)
  const receiver = await webhookReceiver()
  const webhooks = '/v1/webhooks/clinica-lisboa'
  const created = await post(webhooks, { url: receiver.url, kinds: ['notification', 'action'] })
  const webhook = `${webhooks}/${created.json().id}`
  const messenger = { channel: 'whatsapp' as const, uid: '+351912345678' }
  const limits = [{ channel: 'mobile', per_second: 1_000, per_day: 1_000 }]
  await put('/v1/entities/clinica-lisboa/settings', { limits, no_show_message: true })
  const maria = await contact(rollcall, { addresses: [{ channel: 'mobile', uid: '+351912345678' }, mail, messenger] })
  for (const answer of ['confirm', 'reschedule', 'cancel', 'confirm']) await maria.answer(answer, 'later')
  const token = (await maria.token())!
  for (const page of ['qr.png', 'appointment.ics', 'opt-out']) {
    expect((await app.inject(`${maria.url}/${page}`)).statusCode).toBe(200)
  }
  const create = () => post(notifications, submission(item({ external_id: 'A-3' })), { 'idempotency-key': 'k' })
  const { task_id } = (await create()).json()
  await create()
  const filters = `?action=confirm&channel=mobile&category=medical&task_id=${task_id}&external_id=A-1001&limit=1`
  for (const url of [byDate('2026-03-29', '2026-03-31'), byDate('2026-03-29', '2026-03-31', filters), byToken(token)]) {
    expect((await get(url)).statusCode).toBe(200)
  }
  await get('/v1/metrics/notifications/actions/clinica-lisboa/since/0')
  await get('/v1/metrics/notifications/actions/clinica-lisboa/since/0?action=arrive')
  await get('/v1/events/clinica-lisboa/since/0')
  const acknowledgements = '/v1/acknowledgements/clinica-lisboa'
  const failed = { sequence: 1, outcome: 'failed', reason: 'Locked' }
  expect((await post(acknowledgements, [failed, { sequence: 2, outcome: 'applied' }])).statusCode).toBe(200)
  const { token: ofActions } = await booted.tokenFor({ scopes: ['actions:read'] })
  const asActions = { authorization: `Bearer ${ofActions}` }
  expect((await post(acknowledgements, [failed], asActions)).statusCode).toBe(200)
  for (const url of ['', '?outcome=failed&resent=false&source=self&limit=1', '/lag']) {
    expect((await get(acknowledgements + url)).statusCode).toBe(200)
    expect((await get(acknowledgements + url, asActions)).statusCode).toBe(200)
  }
  expect((await post(`${acknowledgements}/1/resend`)).statusCode).toBe(200)
  await get(byVisit('2026-03-30'))
  await get(byVisit('2026-03-30', '2026-03-30', '?state=open&category=medical&q=joao&limit=1'))
  await get(byVisit('2026-03-30', '2026-03-30', '/count?done=false&delivery=failed'))
  const breakdowns = ['?until=2026-03-30T10:00', ...['doctor', 'week', 'reminder'].map((by) => `?by=${by}`)]
  for (const query of ['', ...breakdowns]) {
    expect((await get(byVisit('2026-03-30', '2026-03-30', `/outcomes${query}`))).statusCode).toBe(200)
  }
  await get(`${notifications}?external_id=A-1001&category=medical&target=appointment&limit=1`)
  for (const url of ['/readyz', '/health', '/', '/v1/access-token', '/v1/entities', '/v1/entities/clinica-lisboa']) {
    expect((await get(url)).statusCode).toBe(200)
  }
  const { token: granted } = await booted.tokenFor({ entities: followed })
  expect((await get('/v1/entities', { authorization: `Bearer ${granted}` })).json().length).toBe(followed.length)
  const { id: session, headers: ofSession } = await signedIn(booted)
  for (const url of ['/v1/session', '/v1/sessions', '/v1/entities', byDate('2026-03-29')]) {
    expect((await app.inject({ url, headers: ofSession })).statusCode).toBe(200)
  }
  for (const url of [`/v1/sessions/${session}`, '/v1/session', '/v1/sessions']) {
    const { headers } = await signedIn(booted)
    const ended = await app.inject({ method: 'DELETE', url, headers })
    expect(ended.statusCode).toBe(204)
  }
  const linkSecret = (await createLink(booted.database, booted.clock)).split('#')[1]!
  const first = await booted.postForm(
    '/first-start/session',
    { secret: linkSecret },
    { 'sec-fetch-site': 'same-origin' },
  )
  expect(first.statusCode).toBe(410)
  await get(`/v1/checkin/bytoken/clinica-lisboa/${token}/arrival`)
  await get('/v1/metrics/notifications/actions/clinica-lisboa/summary/2026-03-29/2026-03-31')
  await get('/v1/replies/clinica-lisboa/bydate/2026-03-29/2026-03-31')
  await get('/v1/replies/clinica-lisboa/bydate/2026-03-29/2026-03-31/count?read=false')
  await put('/v1/replies/clinica-lisboa/none/read', { read: true })
  await get(`/v1/tasks/clinica-lisboa/${task_id}`)
  await get('/v1/tasks/clinica-lisboa/bydate/2026-03-29/2026-03-31?limit=1')
  for (const task of [`${task_id}/notifications?delivery=failed&delivery=pending`, 'none/notifications']) {
    await get(`/v1/tasks/clinica-lisboa/${task}`)
  }
  for (const opted_out of [true, false, true]) {
    await put('/v1/opt-outs/clinica-lisboa', { channel: 'email', uid: 'a@example.org', opted_out })
  }
  expect((await get('/v1/entities/clinica-lisboa/logo')).statusCode).toBe(204)
  await get('/v1/opt-outs/clinica-lisboa?limit=1')
  const template = '/v1/templates/clinica-lisboa/medical/appointment/pt/mobile/notice'
  expect((await put(template, { text: 'Responda: {link}' })).statusCode).toBe(200)
  for (const url of [template, `${template}/versions`, '/v1/templates/clinica-lisboa']) {
    expect((await get(url)).statusCode).toBe(200)
  }
  expect((await post(`${template}/versions/1/restoration`)).statusCode).toBe(200)
  expect((await post(`${template}/preview`, { notification_id: maria.id })).statusCode).toBe(200)
  expect((await post(`${template}/test`, { uid: '+351912345679' })).statusCode).toBe(204)
  expect((await app.inject({ method: 'DELETE', url: template, headers: authorized })).statusCode).toBe(204)
  const csv = {
    headers: { ...authorized, 'content-type': 'text/csv' },
    method: 'POST' as const,
    payload: csvFile(line()),
  }
  const stored = '/v1/mappings/clinica-lisboa/agenda'
  expect((await put(stored, mapping)).statusCode).toBe(200)
  for (const url of ['/v1/mappings/clinica-lisboa', stored]) expect((await get(url)).statusCode).toBe(200)
  for (const url of ['?mapping=agenda&dry_run=true', '?mapping=agenda'].map(
    (query) => `${notifications}/csv${query}`,
  )) {
    expect((await app.inject({ ...csv, url })).json().faults).toEqual([])
  }
  const movedFile = { ...csv, payload: csvFile(line({ Hora: '11:00' })) }
  expect((await app.inject({ ...movedFile, url: `${notifications}/csv?mapping=agenda&dry_run=true` })).statusCode).toBe(
    200,
  )
  expect((await app.inject({ ...csv, url: '/v1/mappings/clinica-lisboa/guess' })).statusCode).toBe(200)
  expect((await app.inject({ method: 'DELETE', url: stored, headers: authorized })).statusCode).toBe(204)
  for (const setting of ['reminders', 'quiet-hours', 'settings']) {
    const path = `/v1/entities/clinica-lisboa/${setting}`
    expect((await put(path, (await get(path)).json())).statusCode).toBe(200)
  }
  await post('/v1/entities/clinica-lisboa/reminders/preview', { quiet_hours: { hours: [], holidays: [] } })
  const reason = { reason: 'Another contact' }
  for (const arrival of [`${byToken(token)}/arrival`, `${notifications}/${maria.id}/arrival`]) {
    expect((await post(arrival)).statusCode).toBe(201)
    expect((await get(arrival)).statusCode).toBe(200)
    expect((await post(`${arrival}/annulment`, reason)).statusCode).toBe(201)
  }
  // The cache checks the actions since it read this list.
  await get(byDate('2026-03-29', '2026-03-31'))
  await post(`${notifications}/${maria.id}/answer`, { action: 'reschedule' })
  for (const done of [true, false]) {
    expect((await put(`${notifications}/${maria.id}/done`, { done })).statusCode).toBe(200)
  }
  for (const take_over of [{}, { take_over: true }]) {
    expect((await put(`${notifications}/${maria.id}/claim`, { key: 'one', ...take_over })).statusCode).toBe(200)
  }
  expect((await get('/v1/claims/clinica-lisboa')).json()).toHaveLength(1)
  expect((await remove(`${notifications}/${maria.id}/claim?key=one`)).statusCode).toBe(204)
  const noted = await post(`${notifications}/${maria.id}/notes`, { call: 'no-answer' }, { 'idempotency-key': 'note' })
  expect((await remove(`${notifications}/${maria.id}/notes/${noted.json().id}`)).statusCode).toBe(204)
  for (const action of ['cancel', 'confirm']) {
    expect((await post(`${notifications}/${maria.id}/answer`, { action })).statusCode).toBe(200)
  }
  await post(`${notifications}/${maria.id}/arrival`)
  const other = await contact(rollcall, { external_id: 'A-2' })
  await get(`/v1/notifications/clinica-lisboa/${other.id}`)
  await post(`/v1/notifications/clinica-lisboa/${other.id}/cancellation`)
  await post(notifications, submission(item({ external_id: 'A-2' })))

  await booted.deliver()
  for (const part of ['messages', 'timeline']) {
    expect((await get(`${notifications}/${maria.id}/${part}`)).statusCode).toBe(200)
  }
  const [text] = await database.selectFrom('deliveries').selectAll().where('channel', '=', 'mobile').execute()
  expect((await post(statusPath(secret, text!), { status: 'delivered' })).statusCode).toBe(204)
  for (const reply of ['SIM', 'Is there parking?', 'STOP', 'START']) {
    expect((await post(replyPath(secret), { from: '+351912345678', text: reply })).statusCode).toBe(204)
  }
  const [asked] = (await get('/v1/replies/clinica-lisboa/bydate/2026-03-29/2026-03-31')).json()
  const answer = { text: 'Yes, behind the building.' }
  expect((await post(`/v1/replies/clinica-lisboa/${asked.id}/answer`, answer)).statusCode).toBe(202)
  for (const path of Object.values(bouncePaths(secret))) expect((await post(path, {})).statusCode).toBe(200)
  const tapped = { delivery: text!, answer: 'confirm' }
  await incoming.reply({ id: 'message-1', uid: '+351912345678', text: 'Confirm', tapped })
  await incoming.receipt(['no-such-message'], '+351912345678', { outcome: 'delivered' })
  await post(`/v1/notifications/clinica-lisboa/${other.id}/reminder`)
  await booted.deliver()
  for (let pass = 0; pass < 2; pass++) await booted.remind()
  for (const answer of ['not-me', 'take-back', 'not-me']) expect((await other.answer(answer)).statusCode).toBe(303)
  const optOut = await app.inject({ url: `${other.url}/opt-out`, method: 'POST', payload: '' })
  expect([200, 303, 403]).toContain(optOut.statusCode)
  await put('/v1/entities/clinica-lisboa/settings', { fallback: { after: 'PT15M' } })
  const numbers = ['+351912000001', '+351912000002', '+351912000003']
  const addresses = numbers.map((uid) => ({ channel: 'mobile' as const, uid }))
  await contact(rollcall, { ...later, external_id: 'A-5', addresses })
  await booted.deliver()
  const inTurn = await database.selectFrom('deliveries').selectAll().where('uid', 'in', numbers).execute()
  const bounce = { uid: numbers[0]!, reason: 'no such number', isUndeliverable: true }
  await incoming.bounced(inTurn.find(({ uid }) => uid === bounce.uid)!, bounce)
  await booted.deliver()
  await post(notifications, submission(item({ ...later, external_id: 'A-5', addresses: addresses.slice(1) })))
  await booted.pushEvents()
  expect((await post(`${webhook}/resend`, { from: 1, to: 2 })).statusCode).toBe(202)
  receiver.react(({ event }) => ({ status: event.sequence === 2 ? 500 : 204 }))
  await booted.pushEvents()
  for (const verb of ['rotation', 'test', 'resumption']) expect((await post(`${webhook}/${verb}`)).statusCode).toBe(200)
  receiver.react(() => ({ status: 410 }))
  await booted.pushEvents()
  for (const list of [webhooks, `${webhook}/attempts`]) expect((await get(list)).json().length).toBeGreaterThan(0)
  expect((await remove(webhook)).statusCode).toBe(204)
  // The statements of the followers run for all entities two seconds later. A write would run them only for its entity.
  const follow = (id: string) => [
    get(`/v1/metrics/notifications/actions/${id}/since/0?action=arrive&wait=3`),
    get(`/v1/events/${id}/since/0?kind=reply&wait=3`),
  ]
  await Promise.all(followed.flatMap(follow))
  expect([...routes].filter((route) => !reached.has(route) && !withoutStatements.test(route))).toEqual([])

  const ofTables = proxy.packets.flat().filter(({ text }) => /^(select|insert|update|delete|with)\b/.test(text))
  return [...new Map(ofTables.map((statement) => [statement.text, statement])).values()]
}

/** Creates the entities' tables again, partitioned by entity as on a cluster. Unique keys must include the entity. */
async function partition(database: Database) {
  const tables = await database.introspection.getTables()
  await sql`create schema parts`.execute(database)
  for (const { name, columns } of tables) {
    if (global.includes(name) || !columns.some((column) => column.name === 'entity_id')) continue
    const [whole, like] = [sql.table(`parts.${name}`), sql.table(`public.${name}`)]
    await sql`create table ${whole} (like ${like} including all) partition by hash (entity_id)`.execute(database)
    for (let shard = 0; shard < shards; shard++) {
      const part = sql.table(`parts.${name}__${shard}`)
      const place = sql`with (modulus ${sql.lit(shards)}, remainder ${sql.lit(shard)})`
      await sql`create table ${part} partition of ${whole} for values ${place}`.execute(database)
    }
  }
}

/** Returns the partitions in a plan. The plan of an insert names none, because PostgreSQL routes each row. */
const partsOf = (plan: string) => new Set(plan.match(/\w+__\d/g) ?? [])

/** Whether the plan reads more than one partition of a table. */
async function spansPartitions(client: pg.Client, { text, values }: SentStatement) {
  const { rows } = await client.query(`explain (costs off) ${text}`, values)
  const parts = partsOf(rows.map((row) => row['QUERY PLAN']).join('\n'))
  return parts.size > new Set([...parts].map((part) => part.replace(/__\d$/, ''))).size
}

/** Whether Citus runs the statement on more than one shard. Runs it, and rolls it back. */
async function spansShards(client: pg.Client, { text, values }: SentStatement) {
  await client.query('begin')
  await client.query("set local citus.multi_task_query_log_level = 'error'")
  try {
    await client.query(text, values)
    return false
  } catch (error) {
    const { message, code } = error as pg.DatabaseError
    if (message === 'multi-task query about to be executed') return true
    // The statement was planned, and violates a constraint when it runs again.
    if (code?.startsWith('23')) return false
    throw error
  } finally {
    await client.query('rollback')
  }
}

type Spans = (client: pg.Client, statement: SentStatement) => Promise<boolean>

/** Expects that the named statements span entities, and only those. */
async function expectSpanning(statements: SentStatement[], client: pg.Client, spans: Spans) {
  expect(statements.length).toBeGreaterThan(50)
  const found = new Set<string>()
  for (const statement of statements) {
    const expected = namesOf(statement)
    expect([statement.text, await spans(client, statement)]).toEqual([statement.text, expected.length > 0])
    for (const name of expected) found.add(name)
  }
  expect([...found].sort()).toEqual(Object.keys(spanning).sort())
}

async function open(config: pg.ClientConfig) {
  const client = new pg.Client(config)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

describe('every statement that the service runs, except those named here, touches the shard of one entity', () => {
  test('on partitions of PostgreSQL', async () => {
    const url = await temporaryDatabase(inject('template'))
    const statements = await walk(url)
    const database = await connect(url)
    onTestFinished(() => database.destroy())
    await partition(database)
    const client = await open({ connectionString: url, options: '-c search_path=parts,public' })
    await expectSpanning(statements, client, spansPartitions)
  })

  test.skipIf(!TEST_CITUS_URL)(`on Citus${TEST_CITUS_URL ? '' : ' (skipped: TEST_CITUS_URL is not set)'}`, async () => {
    const url = await temporaryCitusDatabase()
    const statements = await walk(url)
    const client = await open({ ...clientSettings(url, serviceTimeouts), pipeline: false })
    await adaptToServer(client, serviceTimeouts)
    await expectSpanning(statements, client, spansShards)
  })
})
