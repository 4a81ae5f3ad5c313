import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createCredential, scopes } from '../../src/access/credential.ts'
import { answerLink } from '../../src/answers/answer-link.ts'
import { connect, type Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrate.ts'
import { systemClock } from '../../src/instant.ts'
import { createSecret } from '../../src/secret.ts'
import { entity } from '../history.ts'
import { serveRollcall } from '../process.ts'
import { importLines, temporaryFolder } from '../rollcall.ts'
import { item, mail, submission } from '../submission.ts'

const kills = 100
const jobs = 2_000
const workers = 8
const clinics = ['a', 'b', 'c']
const key = 'a key of the drill, of 32 characters'
const secret = createSecret(key)

/** A notification that was acknowledged, and its answers that were, in order. */
interface Acknowledged {
  entityId: string
  externalId: string
  id: string
  answers: string[]
}

test(`of ${jobs} notices and their answers, under ${kills} kills, each that was acknowledged is there once, none half`, async () => {
  const folder = temporaryFolder()
  const url = `sqlite:${join(folder, 'rollcall.db')}`
  const database = await connect(url)
  onTestFinished(() => database.destroy())
  await migrate(database)
  await importLines(
    database,
    folder,
    clinics.map((id) => entity({ id })),
  )
  const grant = { name: 'drill', scopes: [...scopes], entities: 'all', expiresAt: null } as const
  const { token } = await createCredential(database, systemClock, { ...grant, scopes: [...scopes] })
  const env = { DATABASE_URL: url, SECRET_KEY: key, RATE_LIMIT: '0', LOG_LEVEL: 'info' }

  let server = await serveRollcall(env)
  const acknowledged: Acknowledged[] = []
  let next = 0
  let killed = 0
  const working = Promise.all(Array.from({ length: workers }, work))
  while (acknowledged.length < jobs) {
    await delay(50 + Math.random() * 400)
    if (killed >= kills) continue
    server.child.kill('SIGKILL')
    await once(server.child, 'exit')
    killed++
    server = await serveRollcall(env)
  }
  await working

  console.log(`${killed} kills, ${acknowledged.flatMap(({ answers }) => answers).length} answers`)
  expect(killed).toBeGreaterThanOrEqual(kills)
  // What a killed process had leased waits for the lease to end: two minutes.
  await expect.poll(() => pending(database), { timeout: 180_000, interval: 200 }).toBe(0)
  server.child.kill('SIGTERM')
  await once(server.child, 'exit')
  await expectWhole(database, acknowledged, join(folder, 'outbox'))

  async function work() {
    for (let job = next++; job < jobs; job = next++) {
      // Most of the jobs wait for the kills, so that each kill has something to cut.
      while (killed < kills && job > ((killed + 1) * jobs) / kills) await delay(5)
      acknowledged.push(await run(job))
    }
  }

  async function run(job: number): Promise<Acknowledged> {
    const entityId = clinics[job % clinics.length]!
    const externalId = `job-${job}`
    const path = `/v1/notifications/${entityId}`
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': externalId,
    }
    const when = Temporal.Now.instant().add({ hours: 48 }).toString()
    const addresses = [{ channel: 'mobile' as const, uid: '+351912345678' }, mail]
    const params = { when, doctor: 'Ana Reis' }
    const body = JSON.stringify(submission(item({ external_id: externalId, addresses, params })))
    const created = await insist(path, { method: 'POST', headers, body }, 202)
    const { id } = ((await created.json()) as { notifications: { id: string }[] }).notifications[0]!

    const { delivery_id } = await database
      .selectFrom('deliveries')
      .select('delivery_id')
      .where('entity_id', '=', entityId)
      .where('notification_id', '=', id)
      .where('channel', '=', 'mobile')
      .executeTakeFirstOrThrow()
    const page = `/a/${answerLink(secret, entityId, delivery_id)}`
    const nonce = /name="nonce" value="([^"]+)"/.exec(await (await insist(page, {}, 200)).text())![1]!
    const answers = ['confirm', 'cancel', 'confirm'].slice(0, (job % 3) + 1)
    for (const answer of answers) {
      await insist(page, { method: 'POST', body: new URLSearchParams({ answer, nonce }) }, 303)
    }
    return { entityId, externalId, id, answers }
  }

  /** Asks until there is an answer, as a client does that hears nothing. */
  async function insist(path: string, init: RequestInit, status: number): Promise<Response> {
    for (;;) {
      try {
        const response = await fetch(`${server.address}${path}`, { ...init, redirect: 'manual' })
        expect(response.status).toBe(status)
        return response
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        await delay(10)
      }
    }
  }
}, 1_200_000)

const pending = async (database: Database) =>
  (await database.selectFrom('deliveries').select('delivery_id').where('state', '=', 'pending').execute()).length

async function expectWhole(database: Database, acknowledged: Acknowledged[], outbox: string) {
  const notifications = await database.selectFrom('notifications').selectAll().execute()
  const actions = await database.selectFrom('actions').selectAll().orderBy('sequence').execute()
  const tokens = await database.selectFrom('checkin_tokens').selectAll().execute()
  const deliveries = await database.selectFrom('deliveries').selectAll().orderBy('delivery_id').execute()

  // A job is a notification, its deliveries, its answers and what they brought; there is nothing else.
  expect(notifications.map((row) => row.external_id).sort()).toEqual(acknowledged.map((one) => one.externalId).sort())
  const deliveriesOf = Map.groupBy(deliveries, (row) => row.notification_id)
  const states = new Map(notifications.map((row) => [row.notification_id, row.state]))
  const actionsOf = Map.groupBy(actions, (row) => row.notification_id)
  const tokensOf = Map.groupBy(tokens, (row) => row.notification_id)
  for (const { id, answers } of acknowledged) {
    expect(actionsOf.get(id)!.map((row) => row.action)).toEqual(answers)
    const isConfirmed = answers.at(-1) === 'confirm'
    expect(states.get(id)).toBe(isConfirmed ? 'confirmed' : 'cancelled')
    const own = tokensOf.get(id)!
    const confirms = answers.filter((answer) => answer === 'confirm').length
    expect(own.length).toBe(confirms)
    expect(deliveriesOf.get(id)!.map(({ kind }) => kind)).toEqual([
      ...['notice', 'notice'],
      ...Array(confirms).fill('confirmation'),
    ])
    expect(own.filter((row) => row.revoked === null).length).toBe(isConfirmed ? 1 : 0)
  }
  for (const entityId of clinics) {
    const sequences = actions.filter((row) => row.entity_id === entityId).map((row) => row.sequence)
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
  }
  for (const { delivery_id, channel, state } of deliveries) {
    expect(['sent', 'stopped']).toContain(state)
    const file = `${delivery_id}.${channel === 'email' ? 'eml' : 'txt'}`
    if (state === 'sent') expect(existsSync(join(outbox, file))).toBe(true)
  }
}
