import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { createAccessToken } from '../../src/access/credentials/access-token.ts'
import { scopes } from '../../src/access/credentials/scope.ts'
import { answerLink } from '../../src/messages/delivery/answer-link.ts'
import { connect } from '../../src/platform/database/connect.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { Problem } from '../../src/platform/errors/errors.ts'
import { createSecret } from '../../src/platform/keys/secret.ts'
import { systemClock } from '../../src/platform/time/instant.ts'
import { entity } from '../history.ts'
import type { serveRollcall } from '../process.ts'
import { importLines, temporaryFolder } from '../rollcall.ts'
import { item, mail, submission } from '../submission.ts'

export const clinics = ['a', 'b', 'c']
const key = 'a key of the drill with 32 characters'
const secret = createSecret(key)

/** Retries a request until the response has this status. */
export type Insist = (path: string, init: RequestInit, status: number) => Promise<Response>

/** An acknowledged notification, with its acknowledged answers in order. */
export interface AcknowledgedNotification {
  entityId: string
  externalId: string
  id: string
  answers: string[]
}

/** Creates a database with clinics, a token for all of them, and the environment of a service on it. */
export async function openClinics(url: string, ids = clinics) {
  const database = await connect(url)
  onTestFinished(() => database.destroy())
  await migrate(database)
  const lines = ids.map((id) => entity({ id }))
  await importLines(database, temporaryFolder(), lines)
  // A drill at night sends its messages, too.
  const quiet_hours = JSON.stringify({ hours: [], holidays: [] })
  await database.updateTable('entities').set({ quiet_hours }).execute()
  const grant = { name: 'drill', scopes: [...scopes], entities: 'all', expiresAt: null } as const
  const { token } = await createAccessToken(database, systemClock, { ...grant, scopes: [...scopes] })
  return { database, token, ids, env: { DATABASE_URL: url, SECRET_KEY: key, RATE_LIMIT: '0', LOG_LEVEL: 'info' } }
}

/** Submits a notification with a text and a mail, and answers it once or twice. */
export async function sendAndAnswer(
  job: number,
  { database, token, ids }: { database: Database; token: string; ids: string[] },
  insist: Insist,
): Promise<AcknowledgedNotification> {
  const entityId = ids[job % ids.length]!
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

  const delivery_id = await textTo(database, entityId, id)
  const page = `/a/${answerLink(secret, entityId, delivery_id)}`
  const nonce = /name="nonce" value="([^"]+)"/.exec(await (await insist(page, {}, 200)).text())![1]!
  const answers = ['confirm', 'cancel', 'confirm'].slice(0, (job % 3) + 1)
  for (const answer of answers) {
    await insist(page, { method: 'POST', body: new URLSearchParams({ answer, nonce }) }, 303)
  }
  return { entityId, externalId, id, answers }
}

async function textTo(database: Database, entityId: string, id: string): Promise<string> {
  const query = database
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('channel', '=', 'mobile')
  for (;;) {
    // The drill also cuts its own connections.
    const row = await query.executeTakeFirstOrThrow().catch(onlyUnavailable)
    if (row) return row.delivery_id
    await delay(20)
  }
}

/** Rethrows each error, unless the database took too long. */
export function onlyUnavailable(error: unknown): undefined {
  if (!(error instanceof Problem && error.code === 'database-unavailable')) throw error
}

/** Sends the pending deliveries in a new process. Ends the leases of the killed processes first: they last two minutes. */
export async function deliverAll(database: Database, serve: () => ReturnType<typeof serveRollcall>) {
  await database.updateTable('deliveries').set({ lease_until: null }).where('state', '=', 'pending').execute()
  const { stop } = await serve()
  const pending = database.selectFrom('deliveries').select('delivery_id').where('state', '=', 'pending')
  await expect.poll(() => pending.execute(), { timeout: 180_000, interval: 200 }).toEqual([])
  await stop()
}

/** Expects every acknowledged write exactly once, complete, and no other data. */
export async function expectWhole(database: Database, acknowledged: AcknowledgedNotification[], outbox: string) {
  const notifications = await database.selectFrom('notifications').selectAll().execute()
  const actions = await database.selectFrom('actions').selectAll().orderBy('sequence').execute()
  const tokens = await database.selectFrom('checkin_tokens').selectAll().execute()
  const deliveries = await database.selectFrom('deliveries').selectAll().orderBy('delivery_id').execute()

  // A job creates a notification, its deliveries, its answers and their effects.
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
  for (const entityId of new Set(actions.map((row) => row.entity_id))) {
    const sequences = actions.filter((row) => row.entity_id === entityId).map((row) => row.sequence)
    expect(sequences).toEqual(sequences.map((_, index) => index + 1))
  }
  for (const { delivery_id, channel, state } of deliveries) {
    expect(['sent', 'stopped']).toContain(state)
    const file = `${delivery_id}.${channel === 'email' ? 'eml' : 'txt'}`
    if (state === 'sent') expect(existsSync(join(outbox, file))).toBe(true)
  }
}
