import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import {
  browserOf,
  cookieOf,
  invite,
  joinWithPasskey,
  joinWithPassword,
  password,
  publicUrl,
  signInWithPassword,
} from '../../../../test/accounts.ts'
import { authenticator } from '../../../../test/authenticator.ts'
import { TEST_CITUS_URL } from '../../../../test/citus.ts'
import { contact, notifications } from '../../../../test/contact.ts'
import { csvFile, line, mapping } from '../../../../test/csv-file.ts'
import { temporaryCitusDatabase, temporaryDatabase } from '../../../../test/databases.ts'
import { beforeOperations, requestEachOperation } from '../../../../test/each-operation.ts'
import { entity } from '../../../../test/history.ts'
import { recordPackets, type SentStatement } from '../../../../test/postgres-proxy.ts'
import { deleteAt } from '../../../../test/retention.ts'
import { bootRollcall, byDate, byVisit, type Rollcall } from '../../../../test/rollcall.ts'
import { item, later, mail, submission } from '../../../../test/submission.ts'
import { webhookReceiver } from '../../../../test/webhook-receiver.ts'
import { auditDeletion } from '../../../access/audit/delete-old.ts'
import { createLink } from '../../../access/first-start/link.ts'
import { bouncePaths } from '../../../channels/email/bounces/routes.ts'
import { replyPath, statusPath } from '../../../channels/mobile/gateway/callbacks.ts'
import { thisMachine } from '../../config/networks.ts'
import { steadyClock } from '../../scheduling/steady-clock.ts'
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
  'the erasures that are due': /from "erasures" inner join "entities" .* where "finished_at" is null/,
  'the entities with erased contacts': /^select "entity_id" from "erasures" where "contact_hash" is not null/,
  'the webhooks that are due': /^select .*"next_attempt_at" from "webhooks" where next_attempt_at <= /,
  'the notices to an address':
    /^(?!.*"entity_id" (?:= \$|in \()).*from "deliveries" .* deliveries\.channel = 'mobile' and deliveries\.compared_uid = \$/s,
  'the latest attempts at mails, for the health page':
    /^select .*"attempted_at" from "deliveries" where channel = 'email' and attempted_at is not null/,
  'the entities with entries of the audit': /from "audit_entries" where "entity_id" > /,
  'the delivery of a receipt': /from "deliveries" where "provider_id" in /,
  'the entities of a night': /^select "entity_id", "time_zone", "last_night" from "entities" order by/,
  'the entities without an end of their data': /^select "entity_id", "retention" from "entities" order by/,
  'the entities of a credential': /from "entities" where "entity_id" > /,
  'the entities that new rights name': /^select "entity_id" from "entities" where "entity_id" = any/,
  'the clinics of an invitation': /^select "name" from "entities" where "entity_id" = any/,
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
  /^GET \/(docs|openapi|assets|theme|desk|console|admin|problems|livez|metrics|a\/time-zone|pictures|sign-in\/offered|sign-in$|account|first-start)|\/(sms\/(twilio|vonage)|whatsapp)/

/** Returns every statement that a service on the database at `url` runs for requests, deliveries and texts, each with the
 *  values of its last run. */
async function walk(url: string): Promise<SentStatement[]> {
  const proxy = await recordPackets(url)
  const booted = await bootRollcall({
    url: proxy.url,
    config: { rateLimit: 6_000, webhookNetworks: thisMachine, publicUrl },
  })
  await booted.given(...beforeOperations, ...followed.slice(1).map((id) => entity({ id })))
  // The test's own statements do not pass the proxy.
  const database = await connect(url)
  onTestFinished(() => database.destroy())
  const rollcall = { ...booted, database }
  proxy.packets.length = 0

  await requestEachOperation(rollcall, [submission(item({ ...later, external_id: 'A-2' }))])
  await requestWithOptions(rollcall)
  await answerOnPages(rollcall)
  await sendAndReceive(rollcall)
  await eraseContacts(rollcall)
  await followEntities(rollcall)
  await signInWithAccounts(booted)
  await deleteOldEntries(booted)
  await deleteByNight(booted)
  expect([...routes].filter((route) => !reached.has(route) && !withoutStatements.test(route))).toEqual([])

  const ofTables = proxy.packets.flat().filter(({ text }) => /^(select|insert|update|delete|with)\b/.test(text))
  return [...new Map(ofTables.map((statement) => [statement.text, statement])).values()]
}

/** Uses an invitation and the page of the own account. */
async function signInWithAccounts(rollcall: Rollcall) {
  const { secret } = await invite(rollcall, { entities: followed })
  await browserOf(rollcall).post('/sign-in/invitation', { secret })
  const { response } = await joinWithPasskey(rollcall, secret)
  const browser = browserOf(rollcall, cookieOf(response))
  const changed = await browser.put('/sign-in/account/password', { password })
  const { post } = browserOf(rollcall, cookieOf(changed))
  const key = authenticator(publicUrl)
  const added = await post(
    '/sign-in/account/passkeys',
    key.create((await post('/sign-in/account/passkey-options')).json()),
  )
  expect(added.statusCode).toBe(204)
  const last = browserOf(rollcall, cookieOf(added))
  expect((await last.get('/sign-in/account')).statusCode).toBe(200)
  expect((await last.remove(`/sign-in/account/passkeys/${key.id}`)).statusCode).toBe(204)
  expect((await post('/sign-in/passkey', key.use((await post('/sign-in/passkey-options')).json()))).statusCode).toBe(
    401,
  )
  expect((await signInWithPassword(rollcall, 'Ana Reis')).statusCode).toBe(204)
  const { secret: other } = await invite(rollcall, { name: 'Rui' })
  expect((await joinWithPassword(rollcall, other)).statusCode).toBe(204)
}

/** Runs the worker that deletes old entries of the audit, for each entity. */
async function deleteOldEntries({ database, audit, config, clock }: Rollcall) {
  await audit.flush()
  const work = auditDeletion({ database, config, steadyClock: steadyClock(clock) })
  const { signal } = new AbortController()
  while ((await work.startDue({ free: 1, start() {}, pause() {}, signal, abortSignal: signal })) > 0);
}

/** The night deletes a visit of each kind of due data, beside a hold. */
async function deleteByNight(booted: Rollcall) {
  const { put, post } = booted
  const retention = { notifications: 'P90D', messages: 'P30D', replies: 'P30D', notes: 'P30D' }
  expect((await put('/v1/entities/clinica-lisboa/retention', retention)).statusCode).toBe(200)
  const held = { contact_external_id: 'P-9', reason: 'Lawsuit' }
  expect((await post('/v1/holds/clinica-lisboa', held)).statusCode).toBe(201)
  await deleteAt(booted, '2026-06-15T02:00:00Z')
  await deleteAt(booted, '2026-12-15T02:00:00Z')
}

/** Requests whose parameters, keys and credentials lead to further statements. */
async function requestWithOptions({ app, get, post, put, tokenFor, token }: Rollcall) {
  // Of equal statements, the last one counts: this one names entities of several shards.
  const rights = { name: 'x', scopes: ['actions:read'], entities: followed }
  expect((await post('/v1/access-tokens', rights)).statusCode).toBe(201)
  const { token: granted } = await tokenFor({ entities: followed, scopes: ['actions:read'] })
  const asGranted = { authorization: `Bearer ${granted}` }
  expect((await get('/v1/entities', asGranted)).json()).toHaveLength(followed.length)
  const keyed = () =>
    post(notifications, submission(item({ ...later, external_id: 'A-3' })), { 'idempotency-key': 'k' })
  const { task_id } = (await keyed()).json()
  expect((await keyed()).json().task_id).toBe(task_id)
  const days = ['2026-03-29', '2026-03-31'] as const
  const filters = `action=confirm&channel=mobile&category=medical&task_id=${task_id}&external_id=A-1001&limit=1`
  const acknowledgements = '/v1/acknowledgements/clinica-lisboa'
  const [{ sequence }] = (await get('/v1/events/clinica-lisboa/since/0?kind=action')).json()
  const failed = [{ sequence, outcome: 'failed', reason: 'Locked' }]
  expect((await post(acknowledgements, failed, asGranted)).statusCode).toBe(200)
  const lists = [
    ...[byDate(...days), byDate(...days, `?${filters}`)],
    '/v1/metrics/notifications/actions/clinica-lisboa/since/0?action=arrive',
    `${acknowledgements}?outcome=failed&resent=false&source=self&limit=1`,
    byVisit(...days, '?state=open&category=medical&q=joao&limit=1'),
    byVisit(...days, '/count?done=false&delivery=failed'),
    byVisit(...days, '/outcomes?until=2026-03-30T10:00'),
    `${notifications}/byvisit/next-day`,
    ...['week', 'reminder'].map((by) => byVisit(...days, `/outcomes?by=${by}`)),
    `${notifications}?external_id=A-1001&category=medical&target=appointment&limit=1`,
    '/v1/replies/clinica-lisboa/bydate/2026-03-29/2026-03-31/count?read=false',
    '/v1/tasks/clinica-lisboa/bydate/2026-03-29/2026-03-31?limit=1',
    `/v1/tasks/clinica-lisboa/${task_id}/notifications?delivery=failed&delivery=pending`,
    '/v1/opt-outs/clinica-lisboa?limit=1',
    ...['/health', '/'],
  ]
  for (const url of lists) expect((await get(url)).statusCode, url).toBe(200)
  for (const url of [acknowledgements, `${acknowledgements}/lag`])
    expect((await get(url, asGranted)).statusCode, url).toBe(200)
  expect((await put('/v1/mappings/clinica-lisboa/agenda', mapping)).statusCode).toBe(200)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  for (const time of ['10:00', '11:00']) {
    const payload = csvFile(line({ Hora: time }))
    const url = `${notifications}/csv?mapping=agenda`
    expect((await app.inject({ method: 'POST', url, headers, payload })).json().faults).toEqual([])
  }
}

/** A contact with an address on each channel answers, opts out, and opens the files. */
async function answerOnPages(rollcall: Rollcall) {
  const { app, database, clock, postForm } = rollcall
  const messenger = { channel: 'whatsapp' as const, uid: '+351912345678' }
  const addresses = [{ channel: 'mobile' as const, uid: '+351912345678' }, mail, messenger]
  const one = await contact(rollcall, { ...later, external_id: 'A-4', addresses })
  for (const answer of ['confirm', 'reschedule', 'cancel', 'confirm', 'not-me', 'take-back'])
    expect((await one.answer(answer, 'later')).statusCode).toBe(303)
  for (const page of ['', '/qr.png', '/appointment.ics', '/data', '/opt-out'])
    expect((await app.inject(`${one.url}${page}`)).statusCode).toBe(200)
  await app.inject({ url: `${one.url}/opt-out`, method: 'POST', payload: '' })
  const secret = (await createLink(database, clock)).split('#')[1]!
  const first = await postForm('/first-start/session', { secret }, { 'sec-fetch-site': 'same-origin' })
  expect(first.statusCode).toBe(410)
}

/** Sends messages by each rule of the outbox, and receives receipts, replies and bounces. */
async function sendAndReceive(rollcall: Rollcall) {
  const { post, put, secret, incoming, database } = rollcall
  const receiver = await webhookReceiver()
  const webhook = { url: receiver.url, kinds: ['notification', 'action'] }
  expect((await post('/v1/webhooks/clinica-lisboa', webhook)).statusCode).toBe(201)
  const limits = [{ channel: 'mobile', per_second: 1_000, per_day: 1_000 }]
  const settings = { limits, no_show_message: true, fallback: { after: 'PT15M' } }
  expect((await put('/v1/entities/clinica-lisboa/settings', settings)).statusCode).toBe(200)
  const uids = ['+351912000001', '+351912000002', '+351912000003']
  const addresses = uids.map((uid) => ({ channel: 'mobile' as const, uid }))
  await contact(rollcall, { ...later, external_id: 'A-5', addresses })
  await rollcall.deliver()
  const inTurn = await database.selectFrom('deliveries').selectAll().where('uid', 'in', uids).execute()
  const first = inTurn.find(({ uid }) => uid === uids[0])!
  expect((await post(statusPath(secret, first), { status: 'delivered' })).statusCode).toBe(204)
  await incoming.bounced(first, { uid: first.uid, reason: 'no such number', isUndeliverable: true })
  await rollcall.deliver()
  await incoming.receipt(['no-such-message'], '+351912345678', { outcome: 'delivered' })
  for (const reply of ['SIM', 'Is there parking?', 'STOP', 'START'])
    expect((await post(replyPath(secret), { from: uids[1], text: reply })).statusCode).toBe(204)
  await incoming.reply({
    id: 'message-1',
    uid: first.uid,
    text: 'Confirm',
    tapped: { delivery: first, answer: 'confirm' },
  })
  for (const path of Object.values(bouncePaths(secret))) expect((await post(path, {})).statusCode).toBe(200)
  await post(notifications, submission(item({ ...later, external_id: 'A-5', addresses: addresses.slice(1) })))
  for (let pass = 0; pass < 2; pass++) await rollcall.remind()
  await rollcall.deliver()
  for (const status of [204, 500, 410]) {
    receiver.react(() => ({ status }))
    await rollcall.pushEvents()
    await post(notifications, submission(item({ ...later, external_id: `W-${status}` })))
  }
}

/** Erases a contact with everything that the others left, and one that a hold keeps. Looks for the contacts again as at a start. */
async function eraseContacts({ post, erase, eraseReturned }: Rollcall) {
  const held = { contact_external_id: 'P-8', reason: 'Lawsuit' }
  expect((await post('/v1/holds/clinica-lisboa', held)).statusCode).toBe(201)
  for (const contact_external_id of ['P-77', 'P-8'])
    expect((await post('/v1/erasures/clinica-lisboa', { contact_external_id })).statusCode).toBe(202)
  await erase()
  await eraseReturned()
  const visit = item({ ...later, external_id: 'E-1', contact: { external_id: 'P-77', name: 'João' } })
  expect((await post(notifications, submission(visit))).statusCode).toBe(422)
}

/** The statements of the followers run for all entities two seconds later. A write would run them for its entity alone. */
const followEntities = ({ get }: Rollcall) =>
  Promise.all(
    followed.flatMap((id) => [
      get(`/v1/metrics/notifications/actions/${id}/since/0?action=arrive&wait=3`),
      get(`/v1/events/${id}/since/0?kind=reply&wait=3`),
    ]),
  )

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
