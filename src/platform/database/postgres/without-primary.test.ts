import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { contact } from '../../../../test/contact.ts'
import { history } from '../../../../test/history.ts'
import { connectPatiently } from '../../../../test/patient-timeouts.ts'
import { administer, createDatabase, query, startPostgres, startReplica } from '../../../../test/postgres-server.ts'
import { runRollcall, serveRollcall } from '../../../../test/process.ts'
import { bootRollcall, byDate, byToken, byVisit, type Rollcall, temporaryFolder } from '../../../../test/rollcall.ts'
import { item, submission } from '../../../../test/submission.ts'
import type { Config } from '../../config/config.ts'
import { seconds } from '../../time/instant.ts'

let primary: Awaited<ReturnType<typeof startPostgres>>
let replica: Awaited<ReturnType<typeof startReplica>>
let databases = 0
beforeAll(async () => {
  primary = await startPostgres()
  replica = await startReplica(primary)
})
afterAll(async () => {
  await replica?.stop()
  await primary.stop()
})

const known = byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE')
const submissions = '/v1/notifications/clinica-lisboa'
const reads = [
  ...['/readyz', '/v1/access-token', '/v1/entities', '/v1/entities/clinica-lisboa', known],
  ...[byDate('2026-03-29'), byVisit('2026-03-30'), `${submissions}?external_id=A-1001`],
]

/** Boots a service that reads from the replica, on a database with history and a visit. */
async function boot(config: Partial<Config> = {}) {
  const name = `without_primary_${databases++}`
  const url = await createDatabase(primary.url, name)
  const rollcall = await bootRollcall({ url, replicaUrls: [replica.urlOf(name)], config, open: connectPatiently })
  await rollcall.given(...history())
  const maria = await contact(rollcall)
  await expect
    .poll(async () => (await rollcall.readRouter.databaseFor('clinica-lisboa', 1)) !== rollcall.database)
    .toBe(true)
  await expect
    .poll(() => replica.has(name, `select from notifications where notification_id = '${maria.id}'`))
    .toBe(true)
  const settings = {
    ...{ DATABASE_URL: url, DATABASE_REPLICA_URL: replica.urlOf(name), READ_FROM: 'replica' },
    ...{ SECRET_KEY: 'k'.repeat(32), PORT: '0' },
  }
  return { ...rollcall, settings }
}

function freeze() {
  primary.freeze()
  onTestFinished(primary.thaw)
}

/** Sends each read with an expired cache of grants. */
async function statuses({ get, clock }: Rollcall) {
  clock.time += seconds(3)
  return Promise.all(reads.map(async (url) => (await get(url)).statusCode))
}

const create = ({ post }: Rollcall, external_id: string) => post(submissions, submission(item({ external_id })))
const isAway = ({ readRouter }: Rollcall) => expect.poll(() => readRouter.isPrimaryAway).toBe(true)
const all200 = reads.map(() => 200)

describe('while the primary is frozen', () => {
  test('a standby serves access tokens, entities, check-ins and visits, and writes fail', async () => {
    const rollcall = await boot()
    const { token } = await rollcall.tokenFor({ scopes: ['checkin:read'], entities: ['clinica-lisboa'] })
    const ofDesk = { authorization: `Bearer ${token}` }
    const day = byVisit('2026-03-30')
    const before = await rollcall.get(day, ofDesk)
    await expect
      .poll(() => replica.has(new URL(rollcall.url).pathname.slice(1), 'select from access_tokens offset 1'))
      .toBe(true)
    await expect.poll(() => statuses(rollcall)).toEqual(all200)
    freeze()
    // Sent before the service knows: each statement waits for the primary first.
    expect(await statuses(rollcall)).toEqual(all200)
    expect((await rollcall.get(byToken('unknown'))).statusCode).toBe(404)
    await isAway(rollcall)
    await expect.poll(() => statuses(rollcall)).toEqual(all200)
    const meanwhile = await rollcall.get(day, ofDesk)
    expect([meanwhile.statusCode, meanwhile.body]).toEqual([200, before.body])
    expect((await rollcall.get(byVisit('2026-05-01'), ofDesk)).statusCode).toBe(403)
    expect((await rollcall.get(byToken('unknown'))).statusCode).toBe(404)
    expect((await rollcall.get(known, { 'rollcall-sequence': '1' })).statusCode).toBe(200)
    // Data that the standby lacks.
    expect((await rollcall.get(known, { 'rollcall-sequence': '999' })).statusCode).toBe(503)
    expect((await rollcall.get('/readyz')).json()).toEqual({ status: 'degraded', primary: 'unavailable' })
    const refused = await create(rollcall, 'A-2')
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
      ...[503, '1', 'database-unavailable'],
    ])

    primary.thaw()
    await expect.poll(async () => (await create(rollcall, 'A-2')).statusCode).toBe(202)
    expect((await rollcall.get('/readyz')).json()).toEqual({ status: 'ok' })
  })

  test('a standby that lagged serves no reads until it has caught up', async () => {
    const rollcall = await boot()
    await replica.pause()
    onTestFinished(replica.resume)
    await create(rollcall, 'A-2')
    const { readRouter, database } = rollcall
    await expect.poll(async () => (await readRouter.databaseFor('clinica-lisboa', 0)) === database).toBe(true)
    freeze()
    await isAway(rollcall)
    expect(new Set(await statuses(rollcall))).toEqual(new Set([503]))
    await replica.resume()
    await expect.poll(() => statuses(rollcall)).toEqual(all200)
    const visits = (await rollcall.get(`${submissions}?external_id=A-2`)).json()
    expect(visits).toHaveLength(1)
  })

  test('a standby serves reads only for the configured time', async () => {
    const rollcall = await boot({ readWithoutPrimaryMicros: seconds(30) })
    freeze()
    await isAway(rollcall)
    await expect.poll(() => statuses(rollcall)).toEqual(all200)
    await expect.poll(async () => new Set(await statuses(rollcall))).toEqual(new Set([503]))
  })

  test('no standby serves reads if the time is 0', async () => {
    const rollcall = await boot({ readWithoutPrimaryMicros: 0 })
    freeze()
    await isAway(rollcall)
    expect(new Set(await statuses(rollcall))).toEqual(new Set([503]))
  })
})

describe('a process that starts while the primary is frozen', () => {
  test('serves reads from a standby, and takes writes when the primary is back', async () => {
    const { settings, token } = await boot()
    freeze()
    const { address, log } = await serveRollcall(settings, [], temporaryFolder())
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${address}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
    for (const path of reads) await expect.poll(async () => [path, (await ask(path)).status]).toEqual([path, 200])
    expect(await (await ask('/readyz')).json()).toEqual({ status: 'degraded', primary: 'unavailable' })
    const when = Temporal.Now.instant().add({ hours: 48 }).toString()
    const body = JSON.stringify(submission(item({ params: { when, doctor: 'Ana Reis' } })))
    const submit = async () => (await ask(submissions, { method: 'POST', body })).status
    expect(await submit()).toBe(503)
    await expect.poll(log).toContain('Standbys stand in for reads.')
    primary.thaw()
    await expect.poll(submit).toBe(202)
    expect(await (await ask('/readyz')).json()).toEqual({ status: 'ok' })
    // The service writes its log every 250 ms.
    await expect.poll(log).toContain('The primary takes writes again.')
  })

  test('exits with the reason if no standby can stand in', async () => {
    const { settings } = await boot()
    freeze()
    const starts = [
      { READ_WITHOUT_PRIMARY_MINUTES: '0' },
      { DATABASE_REPLICA_URL: replica.urlOf('postgres') },
      { READ_FROM: 'primary', DATABASE_REPLICA_URL: '' },
    ].map((other) => runRollcall(['serve'], { ...settings, ...other }))
    for (const { code, stderr } of await Promise.all(starts)) {
      expect([code, stderr]).toEqual([1, expect.stringMatching(/database|timeout/i)])
    }
  })

  test('takes no writes on a primary that may lose them', async () => {
    const { settings, url } = await boot()
    await administer(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
    freeze()
    const { address, log } = await serveRollcall(settings, [], temporaryFolder())
    primary.thaw()
    await expect.poll(log).toContain('synchronous_commit is off')
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'degraded', primary: 'unavailable' })
  })
})

test('a primary that returns after the promotion of a standby gets no writes', async () => {
  const old = await startPostgres()
  onTestFinished(old.stop)
  const standby = await startReplica(old)
  onTestFinished(standby.stop)
  const url = await createDatabase(old.url, 'replaced')
  const rollcall = await bootRollcall({ url, replicaUrls: [standby.urlOf('replaced')], open: connectPatiently })
  await rollcall.given(...history())
  expect((await create(rollcall, 'A-2')).statusCode).toBe(202)
  const visits = async () => (await rollcall.get(`${submissions}?external_id=A-2`)).statusCode
  await expect
    .poll(async () => (await rollcall.readRouter.databaseFor('clinica-lisboa', 1)) !== rollcall.database)
    .toBe(true)
  old.freeze()
  onTestFinished(old.thaw)
  await isAway(rollcall)
  await administer(standby.url, 'select pg_promote()')
  await examinations(standby.urlOf('replaced'), 2)
  expect(await visits()).toBe(200)
  old.thaw()
  await examinations(url, 2)
  expect((await create(rollcall, 'A-3')).statusCode).toBe(503)
  expect(await visits()).toBe(200)
})

/** Waits until the service has started `count` examinations of the server: all but the last have ended. */
async function examinations(url: string, count: number) {
  const latest = async () => {
    const { rows } = await query(
      url,
      `select max(query_start)::text as started from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%timeline%'`,
    )
    return rows[0].started as string | null
  }
  let started = await latest()
  for (let seen = 0; seen < count; seen++) {
    const before = started
    await expect
      .poll(async () => {
        started = await latest()
        return started !== null && started !== before
      })
      .toBe(true)
  }
}
