import { spawn, spawnSync } from 'node:child_process'
import { chownSync, statSync, writeFileSync } from 'node:fs'
import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../../test/command.ts'
import { contact } from '../../../../test/contact.ts'
import { history } from '../../../../test/history.ts'
import { connectPatiently } from '../../../../test/patient-timeouts.ts'
import { createDatabase, freePort, startPostgres } from '../../../../test/postgres-server.ts'
import { bootRollcall, byDate, byToken, byVisit, temporaryFolder } from '../../../../test/rollcall.ts'

const found = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
const version = /PgBouncer 1\.(\d+)/.exec(found.stdout ?? '')?.[1]
if (!version)
  process.stderr.write('\nNOT TESTED BEHIND PGBOUNCER: it is not installed (apt-get install pgbouncer).\n\n')
const knowsPreparedStatements = Number(version) >= 21

let server: Awaited<ReturnType<typeof startPostgres>>
let databases = 0
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

const ignored = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options'

/** Starts a pooler before a new database. Returns the address of the database behind it. */
async function startPooler(...settings: string[]): Promise<string> {
  const url = new URL(await createDatabase(server.url, `pooled_${databases++}`))
  const { uid, gid } = statSync(server.databaseDir)
  const folder = temporaryFolder()
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${url.port} user=rollcall password=rollcall
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
default_pool_size = 40
${settings.join('\n')}
`,
  )
  for (const path of [folder, file]) chownSync(path, uid, gid)
  // As root, it refuses to run.
  const child = spawn('pgbouncer', ['--quiet', file], { uid, gid, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  url.port = String(port)
  await expect.poll(() => accepts(port)).toBe(true)
  return url.href
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connectTcp(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

const check = (url: string) => runCommand(['check'], { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32) })

/** Uses the service as clients and contacts do. */
async function expectServed(url: string) {
  const rollcall = await bootRollcall({ url, open: connectPatiently })
  await rollcall.given(...history())
  const maria = await contact(rollcall, { external_id: 'A-2' })
  await maria.answer('confirm')
  const paths = [
    byDate('2026-03-29'),
    byVisit('2026-03-30'),
    byToken((await maria.token())!),
    '/readyz',
    '/v1/entities',
  ]
  for (const path of [...paths, ...paths]) expect([path, (await rollcall.get(path)).statusCode]).toEqual([path, 200])
  const feed = '/v1/metrics/notifications/actions/clinica-lisboa/since/2?wait=10'
  const [followed] = await Promise.all([rollcall.get(feed), maria.answer('cancel')])
  expect(followed.json()).toMatchObject([{ action: 'cancel' }])
  return rollcall
}

describe.skipIf(!version)(`behind PgBouncer${version ? '' : ' (skipped: it is not installed)'}`, () => {
  test('with session pooling, the service works, and its session settings are in effect', async () => {
    const url = await startPooler('pool_mode = session', ignored)
    const { database } = await expectServed(url)
    const settings = sql`
      select string_agg(setting, ' ' order by name) as shown from pg_settings
      where name in ('jit', 'plan_cache_mode', 'statement_timeout', 'idle_in_transaction_session_timeout')`
    const onWriter = await database.transaction().execute((trx) => settings.execute(trx))
    const onReader = await database.engine.read({
      sql: "select current_setting('plan_cache_mode') as shown",
      parameters: [],
    })
    expect([onWriter.rows, onReader]).toEqual([
      [{ shown: '10000 off force_generic_plan 4900' }],
      [{ shown: 'force_generic_plan' }],
    ])
    expect((await check(url)).code).toBe(0)
  })

  test('check reports the start-up parameter that the pooler rejects', async () => {
    const { code, stdout } = await check(await startPooler('pool_mode = session'))
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/unsupported startup parameter.*ignore_startup_parameters/),
    ])
  })

  test('check reports transaction pooling without prepared statements', async () => {
    const none = knowsPreparedStatements ? ['max_prepared_statements = 0'] : []
    const url = await startPooler('pool_mode = transaction', ignored, ...none)
    await runCommand(['migrate'], { DATABASE_URL: url.replace(new URL(url).port, new URL(server.url).port) })
    const { code, stdout } = await check(url)
    expect([code, stdout]).toEqual([1, expect.stringContaining('max_prepared_statements')])
  })

  test.skipIf(!knowsPreparedStatements)(
    `with transaction pooling and prepared statements, the service works${knowsPreparedStatements ? '' : ` (skipped: needs PgBouncer 1.21, found 1.${version})`}`,
    async () => {
      const url = await startPooler('pool_mode = transaction', ignored, 'max_prepared_statements = 200')
      await expectServed(url)
      expect((await check(url)).code).toBe(0)
    },
  )
})
