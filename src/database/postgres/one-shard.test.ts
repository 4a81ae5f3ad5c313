import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { contact, notifications } from '../../../test/contact.ts'
import { history } from '../../../test/history.ts'
import { bootRollcall, byDate, byToken, byVisit, type Rollcall, temporaryDatabase } from '../../../test/rollcall.ts'
import { item, mail, submission } from '../../../test/submission.ts'
import { connect } from '../connect.ts'
import type { Database } from '../database.ts'

const { TEST_CITUS_URL } = process.env
const shards = 4
const onlooker = 'onlooker'
// These tables are not distributed by entity.
const global = ['access_tokens', 'access_token_entities', 'budgets']

/** Returns every statement that requests run, each with the values of its last run. */
async function walk(booted: Rollcall) {
  const { app, get, post, given } = booted
  await given(...history())
  // The test's own statements are not part of a request.
  const database = await connect(`${booted.url}?application_name=${onlooker}`)
  onTestFinished(() => database.destroy())
  const rollcall = { ...booted, database }
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())

  const maria = await contact(rollcall, { addresses: [{ channel: 'mobile', uid: '+351912345678' }, mail] })
  for (const answer of ['confirm', 'reschedule', 'cancel', 'confirm']) await maria.answer(answer, 'later')
  const token = (await maria.token())!
  for (const page of ['qr.png', 'appointment.ics']) await app.inject(`${maria.url}/${page}`)
  const create = () => post(notifications, submission(item({ external_id: 'A-3' })), { 'idempotency-key': 'k' })
  const { task_id } = (await create()).json()
  await create()
  const filters = `?action=confirm&channel=mobile&category=medical&task_id=${task_id}&external_id=A-1001&limit=1`
  for (const url of [byDate('2026-03-29', '2026-03-31'), byDate('2026-03-29', '2026-03-31', filters), byToken(token)]) {
    expect((await get(url)).statusCode).toBe(200)
  }
  await get('/v1/metrics/notifications/actions/clinica-lisboa/since/0')
  await get('/v1/metrics/notifications/actions/clinica-lisboa/since/0?action=arrive')
  await get(byVisit('2026-03-30'))
  await get(byVisit('2026-03-30', '2026-03-30', '?state=open&category=medical&q=joao&limit=1'))
  await get(`${notifications}?external_id=A-1001&category=medical&target=appointment&limit=1`)
  await get('/v1/entities/clinica-lisboa')
  await get(`/v1/checkin/bytoken/clinica-lisboa/${token}/arrival`)
  await get('/v1/metrics/notifications/actions/clinica-lisboa/summary/2026-03-29/2026-03-31')
  await get('/v1/replies/clinica-lisboa/bydate/2026-03-29/2026-03-31')
  await get(`/v1/tasks/clinica-lisboa/${task_id}`)
  await get('/v1/tasks/clinica-lisboa/bydate/2026-03-29/2026-03-31?limit=1')
  for (const task of [`${task_id}/notifications?delivery=failed&delivery=pending`, 'none/notifications']) {
    await get(`/v1/tasks/clinica-lisboa/${task}`)
  }
  for (const opted_out of [true, false, true]) {
    const payload = { channel: 'email', uid: 'a@example.org', opted_out }
    const headers = { authorization: `Bearer ${rollcall.token}` }
    await app.inject({ url: '/v1/opt-outs/clinica-lisboa', method: 'PUT', payload, headers })
  }
  await get('/v1/opt-outs/clinica-lisboa?limit=1')
  const reason = { reason: 'Another contact' }
  for (const arrival of [`${byToken(token)}/arrival`, `${notifications}/${maria.id}/arrival`]) {
    expect((await post(arrival)).statusCode).toBe(201)
    expect((await get(arrival)).statusCode).toBe(200)
    expect((await post(`${arrival}/annulment`, reason)).statusCode).toBe(201)
  }
  for (const action of ['cancel', 'confirm']) {
    expect((await post(`${notifications}/${maria.id}/answer`, { action })).statusCode).toBe(200)
  }
  await post(`${notifications}/${maria.id}/arrival`)
  const other = await contact(rollcall, { external_id: 'A-2' })
  await get(`/v1/notifications/clinica-lisboa/${other.id}`)
  await post(`/v1/notifications/clinica-lisboa/${other.id}/cancellation`)
  await post(notifications, submission(item({ external_id: 'A-2' })))

  const ofTables = query.mock.calls
    .filter((_, index) => applicationOf(query.mock.contexts[index]) !== onlooker)
    .map(([statement]) => statement as unknown as { text: string; values: unknown[] })
    .filter(({ text }) => /^(select|insert|update|delete|with)\b/.test(text))
  return [...new Map(ofTables.map((statement) => [statement.text, statement])).values()]
}

const applicationOf = (client: unknown) =>
  (client as { connectionParameters: { application_name: string } }).connectionParameters.application_name

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

async function explain(url: string, { text, values }: { text: string; values: unknown[] }): Promise<string> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=parts,public' })
  await client.connect()
  const { rows } = await client.query(`explain (costs off) ${text}`, values).finally(() => client.end())
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('every statement that a request of an entity runs', () => {
  test('touches only that entity’s partition of each table', async () => {
    const rollcall = await bootRollcall({ url: await temporaryDatabase(inject('template')) })
    const statements = await walk(rollcall)
    expect(statements.length).toBeGreaterThan(30)
    await partition(rollcall.database)
    for (const statement of statements) {
      const parts = partsOf(await explain(rollcall.url, statement))
      const tables = new Set([...parts].map((part) => part.replace(/__\d$/, '')))
      expect([statement.text, parts.size]).toEqual([statement.text, tables.size])
    }
  })

  test.skipIf(!TEST_CITUS_URL)(
    `goes to one node of a Citus cluster${TEST_CITUS_URL ? '' : ' (skipped: TEST_CITUS_URL is not set)'}`,
    async () => {
      const rollcall = await bootRollcall({ url: TEST_CITUS_URL! })
      for (const statement of await walk(rollcall)) {
        const plan = await explain(TEST_CITUS_URL!, statement)
        if (plan.includes('Citus'))
          expect([statement.text, plan]).toEqual([statement.text, expect.stringMatching(/Task Count: 1\b/)])
      }
    },
  )
})
