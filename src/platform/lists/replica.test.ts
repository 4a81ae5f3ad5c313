import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../../../test/command.ts'
import { contact } from '../../../test/contact.ts'
import { entity, history } from '../../../test/history.ts'
import { createDatabase, startPostgres, startReplica } from '../../../test/postgres-server.ts'
import { runRollcall, serveRollcall } from '../../../test/process.ts'
import { bootRollcall, byDate, byToken, byVisit, temporaryFolder } from '../../../test/rollcall.ts'

const actions = byDate('2026-03-30')
const visits = byVisit('2026-03-30', '2026-04-30')

/** Boots a service whose replica lags behind all writes of the test: another database with the same history. */
async function bootLagging() {
  const replica = await bootRollcall()
  await replica.given(...history())
  const rollcall = await bootRollcall({ replica: replica.database })
  await rollcall.given(...history())
  const maria = await contact(rollcall, { external_id: 'A-2' })
  await maria.answer('confirm')
  const count = async (url: string, headers = {}) => (await rollcall.get(url, headers)).json().length
  return { rollcall, replica, maria, count }
}

describe('with a replica', () => {
  test('whole lists by date come from it, and may lag', async () => {
    const { rollcall, replica, count } = await bootLagging()
    expect([await count(actions), await count(visits)]).toEqual([0, 1])
    for (const url of [byDate('2026-03-29'), visits]) {
      const there = await replica.get(url)
      expect(await rollcall.get(url)).toMatchObject({ statusCode: 200, body: there.body })
    }
  })

  test('pages of lists, lists of the desk and all other reads are up to date', async () => {
    const { rollcall, maria, count } = await bootLagging()
    expect([await count(`${actions}?limit=10`), await count(`${visits}?limit=10`)]).toEqual([1, 2])
    const { token } = await rollcall.tokenFor({ scopes: ['checkin:read'] })
    const { starts_at } = (await rollcall.get(`/v1/notifications/clinica-lisboa/${maria.id}`)).json()
    rollcall.clock.time = Temporal.Instant.from(starts_at).epochMilliseconds * 1_000
    expect(await count(byVisit(starts_at.slice(0, 10)), { authorization: `Bearer ${token}` })).toBe(2)
    expect(await count('/v1/metrics/notifications/actions/clinica-lisboa/since/1')).toBe(1)
    expect((await rollcall.get(byToken((await maria.token())!))).statusCode).toBe(200)
  })

  test('the next page of a list continues on the primary', async () => {
    const { rollcall, maria, count } = await bootLagging()
    await maria.answer('cancel')
    const { headers } = await rollcall.get(`${actions}?limit=1`)
    const next = new URL(/<(.+)>/.exec(String(headers.link))![1]!, 'http://localhost')
    next.searchParams.delete('limit')
    expect(await count(`${next.pathname}${next.search}`)).toBe(1)
  })

  test('lists come from the primary while the replica fails, or lacks the entity', async () => {
    const { rollcall, replica, count } = await bootLagging()
    await rollcall.given(entity({ id: 'new' }))
    expect((await rollcall.get(byDate('2026-03-30', '2026-03-30', '', 'new'))).json()).toEqual([])
    await replica.database.destroy()
    expect([await count(actions), await count(visits)]).toEqual([1, 2])
    expect(rollcall.logged.join('')).toContain('The replica failed. DATABASE_URL serves this list.')
  })

  test('a malformed request fails once, with its own problem', async () => {
    const { rollcall } = await bootLagging()
    const { statusCode, body } = await rollcall.get(byDate('2026-03-31', '2026-03-30'))
    expect([statusCode, JSON.parse(body).code]).toEqual([400, 'reversed-range'])
    expect(rollcall.logged.join('')).not.toContain('The replica failed')
  })
})

describe('with a standby of PostgreSQL', () => {
  let primary: Awaited<ReturnType<typeof startPostgres>>
  let standby: Awaited<ReturnType<typeof startReplica>>
  beforeAll(async () => {
    primary = await startPostgres()
    standby = await startReplica(primary)
  })
  afterAll(async () => {
    await standby?.stop()
    await primary.stop()
  })

  async function bootStandby(name: string) {
    const rollcall = await bootRollcall({ url: await createDatabase(primary.url, name) })
    await rollcall.given(...history())
    await expect.poll(() => standby.has(name, 'select from actions').catch(() => false)).toBe(true)
    const settings = {
      DATABASE_URL: rollcall.url,
      DATABASE_REPLICA_URL: standby.urlOf(name),
      SECRET_KEY: 'k'.repeat(32),
    }
    return { rollcall, settings }
  }

  test('the service reads lists from it, and from the primary while it is frozen', async () => {
    const { rollcall, settings } = await bootStandby('lists')
    const headers = { authorization: `Bearer ${rollcall.token}` }
    const { address, log } = await serveRollcall(settings, [], temporaryFolder())
    const expected = (await rollcall.get(byDate('2026-03-29'))).body
    const list = async () => (await fetch(`${address}${byDate('2026-03-29')}`, { headers })).text()
    expect(await list()).toBe(expected)
    const reads = "select from pg_stat_activity where application_name = 'rollcall' and query like '%actions%'"
    expect(await standby.has('lists', reads)).toBe(true)
    standby.freeze()
    expect(await list()).toBe(expected)
    standby.thaw()
    await expect.poll(log).toContain('The replica failed')
  })

  test('check accepts it, and reports another database', async () => {
    const { settings } = await bootStandby('checked')
    expect((await runCommand(['check'], settings)).code).toBe(0)
    const other = { ...settings, DATABASE_REPLICA_URL: standby.urlOf('postgres') }
    const { code, stdout } = await runCommand(['check'], other)
    expect([code, stdout]).toEqual([1, expect.stringContaining('is not a replica of DATABASE_URL')])
  })

  test('it is rejected as DATABASE_URL', async () => {
    const { settings } = await bootStandby('rejected')
    const env = { DATABASE_URL: settings.DATABASE_REPLICA_URL, PORT: '0' }
    for (const { code, stderr } of [await runCommand(['check'], env), await runRollcall(['serve'], env)]) {
      expect([code, stderr]).toEqual([1, expect.stringContaining('standby')])
    }
  })
})
