import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../../test/command.ts'
import { history } from '../../../../test/history.ts'
import { connectPatiently } from '../../../../test/patient-timeouts.ts'
import { administer, createDatabase, startPostgres } from '../../../../test/postgres-server.ts'
import { runRollcall } from '../../../../test/process.ts'
import { bootRollcall, byDate, byToken, type Rollcall } from '../../../../test/rollcall.ts'
import { item, submission } from '../../../../test/submission.ts'
import { deliveryWork } from '../../../messages/delivery/worker.ts'
import { startWorkers } from '../../scheduling/workers.ts'

// A separate server, because these tests stop it.
let server: Awaited<ReturnType<typeof startPostgres>>
let databases = 0
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

async function boot() {
  const rollcall = await bootRollcall({
    url: await createDatabase(server.url, `rollcall_${databases++}`),
    open: connectPatiently,
  })
  await rollcall.given(...history())
  return rollcall
}

const create = ({ post }: Rollcall, key: string) =>
  post('/v1/notifications/clinica-lisboa', submission(item({ external_id: key })), { 'idempotency-key': key })

/** Sends one request of each kind: two reads, a write and the readiness check. */
async function statuses(rollcall: Rollcall, key: string) {
  const { get } = rollcall
  const answers = await Promise.all([
    get(byDate('2026-03-29')),
    get(byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE')),
    create(rollcall, key),
    get('/readyz'),
  ])
  for (const { statusCode, headers, body } of answers) {
    if (statusCode === 503)
      expect([headers['retry-after'], JSON.parse(body).code]).toEqual(['1', 'database-unavailable'])
  }
  return answers.map(({ statusCode }) => statusCode)
}

const served = [200, 200, 202, 200]
const away = [503, 503, 503, 503]

test('returns database-unavailable while the server is frozen, and serves requests again afterwards', async () => {
  const rollcall = await boot()
  await expect.poll(() => statuses(rollcall, 'before')).toEqual(served)
  server.freeze()
  onTestFinished(server.thaw)
  expect(await statuses(rollcall, 'meanwhile')).toEqual(away)
  // This time, the connections are lost: the requests wait for new ones.
  expect(await statuses(rollcall, 'meanwhile')).toEqual(away)
  expect((await rollcall.get('/livez')).statusCode).toBe(200)
  server.thaw()
  await expect.poll(() => statuses(rollcall, 'after')).toEqual(served)
})

test('the outbox logs a frozen server once, and its return once', async () => {
  const rollcall = await boot()
  const worker = startWorkers(rollcall.log, deliveryWork(rollcall.sending(), 2))
  onTestFinished(() => worker.stop())
  server.freeze()
  onTestFinished(server.thaw)
  const logged = () =>
    rollcall.logged
      .map((line) => JSON.parse(line) as { level: number; msg: string })
      .filter(({ level }) => level >= 40)
      .map(({ level, msg }) => `${level} ${msg}`)
  // Each of these requests takes longer than the outbox waits between two polls.
  for (let times = 0; times < 4; times++) expect(await statuses(rollcall, 'meanwhile')).toEqual(away)
  server.thaw()
  const ofOutbox = () => logged().filter((line) => line.includes('webhooks'))
  await expect
    .poll(ofOutbox)
    .toEqual([
      '40 The database is unavailable. Messages and webhooks wait for it.',
      '40 The database is available again. Messages and webhooks continue.',
    ])
})

test('serves requests again after the server restarts', async () => {
  const rollcall = await boot()
  await expect.poll(() => statuses(rollcall, 'before')).toEqual(served)
  await server.restart()
  await expect.poll(() => statuses(rollcall, 'after')).toEqual(served)
})

test('does not repeat a write whose commit had no response, and runs it once when the client retries', async () => {
  const rollcall = await boot()
  const { database } = rollcall
  await expect.poll(async () => (await create(rollcall, 'first')).statusCode).toBe(202)
  const creating = Array.from({ length: 20 }, (_, index) => create(rollcall, `lost-${index}`))
  await Promise.any(creating)
  // Some of the writes are under way: the server may commit them after the thaw.
  server.freeze()
  onTestFinished(server.thaw)
  const answers = await Promise.all(creating)
  server.thaw()
  await expect.poll(async () => (await rollcall.get('/readyz')).statusCode).toBe(200)
  for (const { statusCode } of answers) expect([202, 503]).toContain(statusCode)
  for (const index of answers.keys()) expect((await create(rollcall, `lost-${index}`)).statusCode).toBe(202)
  const rows = await database.selectFrom('notifications').select('external_id').execute()
  expect(rows).toHaveLength(1 + 1 + answers.length)
})

test('reopens idle connections that the server closed', async () => {
  const rollcall = await boot()
  await expect.poll(() => statuses(rollcall, 'before')).toEqual(served)
  const { database } = rollcall
  await database
    .transaction()
    .execute((trx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        trx,
      ),
    )
  await expect.poll(() => statuses(rollcall, 'after')).toEqual(served)
})

describe('a command exits with the reason', () => {
  const failing = async (url: string, command: string) => {
    const run = command === 'serve' ? runRollcall : runCommand
    const { code, stderr } = await run([command], { DATABASE_URL: url, PORT: '0' })
    expect(code).toBe(1)
    return stderr
  }

  test('without a password', async () => {
    const url = server.url.replace(':rollcall@', '@')
    for (const command of ['check', 'migrate', 'serve']) expect(await failing(url, command)).toContain('password')
  })

  test('on a database that has not been migrated', async () => {
    const url = await createDatabase(server.url, `rollcall_${databases++}`)
    expect(await failing(url, 'check')).toContain('Run "rollcall migrate"')
  })

  test('as a role that may not create tables', async () => {
    const url = await createDatabase(server.url, `rollcall_${databases++}`)
    await administer(server.url, "create role powerless login password 'powerless'")
    const powerless = url.replace('rollcall:rollcall@', 'powerless:powerless@')
    for (const command of ['migrate', 'serve']) expect(await failing(powerless, command)).toContain('permission denied')
  })
})
