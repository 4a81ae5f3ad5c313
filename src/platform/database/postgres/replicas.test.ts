import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../../../client/client.ts'
import { runCommand } from '../../../../test/command.ts'
import { contact } from '../../../../test/contact.ts'
import { entity, history } from '../../../../test/history.ts'
import { createDatabase, startPostgres, startReplica } from '../../../../test/postgres-server.ts'
import { runRollcall, serveRollcall } from '../../../../test/process.ts'
import { bootRollcall, byDate, byToken, type Rollcall, temporaryFolder } from '../../../../test/rollcall.ts'

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

const today = byDate('2026-03-30')
const summary = '/v1/metrics/notifications/actions/clinica-lisboa/summary/2026-03-29/2026-03-30'
const feed = (since: number, wait = 0) => `/v1/metrics/notifications/actions/clinica-lisboa/since/${since}?wait=${wait}`

/** Boots a service, and waits until it reads from the replica. */
async function boot() {
  const name = `rollcall_${databases++}`
  const url = await createDatabase(primary.url, name)
  const rollcall = await bootRollcall({ url, replicaUrls: [replica.urlOf(name)] })
  await rollcall.given(...history())
  await expect.poll(() => readsFromReplica(rollcall)).toBe(true)
  return rollcall
}

const readsFromReplica = async ({ readRouter, database }: Rollcall) =>
  (await readRouter.databaseFor('clinica-lisboa', 1)) !== database

const ids = async (rollcall: Rollcall, url: string, headers = {}) => {
  const answer = await rollcall.get(url, headers)
  expect(answer.statusCode).toBe(200)
  return answer.json().map(({ action }: { action: string }) => action)
}

describe('a replica', () => {
  test('returns the same lists, check-ins and feed as the primary', async () => {
    const rollcall = await boot()
    const onPrimary = await bootRollcall({ url: rollcall.url })
    const authorization = `Bearer ${rollcall.token}`
    for (const url of [byDate('2026-03-29'), summary, byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE'), feed(0)]) {
      const [here, there] = [await rollcall.get(url), await onPrimary.get(url, { authorization })]
      expect([here.statusCode, here.body, here.headers.etag]).toEqual([200, there.body, there.headers.etag])
    }
  })

  test('that lacks a write is awaited or bypassed when the client sends the Rollcall-Sequence of the write', async () => {
    const rollcall = await boot()
    const maria = await contact(rollcall, { external_id: 'A-2' })
    await replica.pause()
    onTestFinished(replica.resume)
    const answered = await maria.answer('confirm')
    const sequence = String(answered.headers['rollcall-sequence'])
    expect(sequence).toBe('2')
    expect(await ids(rollcall, today, { 'rollcall-sequence': sequence })).toEqual(['confirm'])
    expect(await ids(rollcall, feed(1), { 'rollcall-sequence': sequence })).toEqual(['confirm'])
    const token = (await maria.token())!
    expect((await rollcall.get(byToken(token), { 'rollcall-sequence': sequence })).statusCode).toBe(200)
  })

  test('that does not find an entity or a token is not trusted: the read runs on the primary', async () => {
    const rollcall = await boot()
    const maria = await contact(rollcall, { external_id: 'A-2' })
    await maria.answer('confirm')
    await replica.pause()
    onTestFinished(replica.resume)
    await maria.answer('reschedule')
    await maria.answer('confirm')
    await rollcall.given(entity({ id: 'new' }))
    expect(await readsFromReplica(rollcall)).toBe(true)
    expect((await rollcall.get(byToken((await maria.token())!))).statusCode).toBe(200)
    expect((await rollcall.get(byDate('2026-03-30', '2026-03-30', '', 'new'))).json()).toEqual([])
  })

  test('that lags causes no reset of the feed', async () => {
    const rollcall = await boot()
    const maria = await contact(rollcall, { external_id: 'A-2' })
    await replica.pause()
    onTestFinished(replica.resume)
    await maria.answer('confirm')
    expect(await readsFromReplica(rollcall)).toBe(true)
    expect(await ids(rollcall, feed(2))).toEqual([])
    expect((await rollcall.get(feed(3))).json()).toMatchObject({ code: 'feed-reset' })
  })

  test('shows the typed client its own writes', async () => {
    const rollcall = await boot()
    const client = createClient({ url: await rollcall.listen(), token: rollcall.token })
    const maria = await contact(rollcall, { external_id: 'A-2' })
    await maria.answer('confirm')
    const token = (await maria.token())!
    await expect.poll(async () => (await rollcall.get(byToken(token))).statusCode).toBe(200)
    await replica.pause()
    onTestFinished(replica.resume)
    await client.arrive('clinica-lisboa', { token })
    const actions = await Array.fromAsync(client.actions('clinica-lisboa', '2026-03-30', '2026-03-30'))
    expect(actions.map(({ action }) => action)).toEqual(['confirm', 'arrive'])
  })

  test('never returns older data than the entity tag or the page cursor of the client', async () => {
    const rollcall = await boot()
    const maria = await contact(rollcall, { external_id: 'A-2' })
    await replica.pause()
    onTestFinished(replica.resume)
    const { headers } = await maria.answer('confirm')
    await maria.answer('cancel')
    const seen = await rollcall.get(`${today}?limit=1`, { 'rollcall-sequence': String(headers['rollcall-sequence']) })
    const next = /<(.+)>/.exec(String(seen.headers.link))![1]!
    expect(await ids(rollcall, next)).toEqual(['cancel'])
    const whole = await rollcall.get(today, { 'rollcall-sequence': '3' })
    expect((await rollcall.get(today, { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304)
  })

  test('that lags serves no reads until it has caught up', async () => {
    const rollcall = await boot()
    const maria = await contact(rollcall, { external_id: 'A-2' })
    await replica.pause()
    onTestFinished(replica.resume)
    await maria.answer('confirm')
    await expect.poll(() => readsFromReplica(rollcall)).toBe(false)
    expect(await ids(rollcall, today)).toEqual(['confirm'])
    await replica.resume()
    await expect.poll(() => readsFromReplica(rollcall)).toBe(true)
    expect(await ids(rollcall, today)).toEqual(['confirm'])
  })

  test('that is killed or frozen fails no read, and is used again when it is back', async () => {
    const rollcall = await boot()
    const read = async () => (await rollcall.get(byDate('2026-03-29'))).statusCode
    const readMuch = async () => new Set(await Promise.all(Array.from({ length: 50 }, read)))
    const reading = readMuch()
    await replica.kill()
    expect([await reading, await readMuch()]).toEqual([new Set([200]), new Set([200])])
    await replica.startAgain()
    await expect.poll(() => readsFromReplica(rollcall)).toBe(true)
    replica.freeze()
    expect([await readMuch(), await readMuch()]).toEqual([new Set([200]), new Set([200])])
    replica.thaw()
    await expect.poll(() => readsFromReplica(rollcall)).toBe(true)
    expect(await readMuch()).toEqual(new Set([200]))
  })

  test('wakes the long poll of the feed for actions on the primary', async () => {
    const rollcall = await boot()
    const maria = await contact(rollcall, { external_id: 'A-2' })
    const [answer] = await Promise.all([rollcall.get(feed(1, 30)), maria.answer('confirm')])
    expect(answer.json()).toMatchObject([{ action: 'confirm' }])
  })

  test('of another database serves no reads, and the service and the check report it', async () => {
    const { url } = await boot()
    const reading = (database: string) => ({
      ...{ DATABASE_URL: url, DATABASE_REPLICA_URL: replica.urlOf(database), READ_FROM: 'replica' },
      SECRET_KEY: 'k'.repeat(32),
    })
    const own = reading(new URL(url).pathname.slice(1))
    for (const [settings, message] of [
      [own, 'The service reads from this replica.'],
      [reading('postgres'), 'another database'],
    ] as const) {
      const { log, stop } = await serveRollcall(settings, [], temporaryFolder())
      await expect.poll(log).toContain(message)
      await stop()
    }
    expect((await runCommand(['check'], own)).code).toBe(0)
    const { code, stdout } = await runCommand(['check'], reading('postgres'))
    expect([code, stdout]).toEqual([1, expect.stringContaining('another database')])
  })

  test('is rejected as DATABASE_URL', async () => {
    const { url } = await boot()
    const standby = replica.urlOf(new URL(url).pathname.slice(1))
    const env = { DATABASE_URL: standby, PORT: '0' }
    for (const { code, stderr } of [await runCommand(['check'], env), await runRollcall(['serve'], env)]) {
      expect([code, stderr]).toEqual([1, expect.stringContaining('standby')])
    }
  })
})
