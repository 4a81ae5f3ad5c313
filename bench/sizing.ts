// Measures what a notification with two deliveries and an answer costs on PostgreSQL: storage, WAL and processor time.
// node bench/sizing.ts [NOTIFICATIONS]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { answerLink } from '../src/messages/delivery/answer-link.ts'
import { deliveriesWithNotifications } from '../src/messages/delivery/deliveries-with-notifications.ts'
import { connectForCommand } from '../src/platform/database/connect.ts'
import type { Database } from '../src/platform/database/database.ts'
import { createSecret } from '../src/platform/keys/secret.ts'
import { hours, systemClock } from '../src/platform/time/instant.ts'
import { type Client, fillDatabase } from './dataset.ts'
import { usePostgres } from './engines/postgres.ts'
import { stepAside } from './load.ts'
import { secretKey, startRollcall } from './servers/contestants.ts'

const count = Number(process.argv[2] ?? 4_000)
const warmUp = 1_000
const [clinics, concurrent] = [50, 8]
const secret = createSecret(secretKey)
const sameOrigin = { 'sec-fetch-site': 'same-origin' }
const outbox = mkdtempSync(join(tmpdir(), 'rollcall-sizing-'))
process.once('exit', () => rmSync(outbox, { recursive: true }))
const engine = await usePostgres()
stepAside()

/** Runs `work` for each of the items, a few at a time, and again while the database does not respond on a busy machine. */
async function forEach<Item>(items: Item[], work: (item: Item) => Promise<Response>) {
  const left = items.values()
  const run = async () => {
    for (const item of left) {
      for (let status = 503; status === 503; ) {
        const response = await work(item)
        const body = await response.text()
        status = response.status
        if (status === 503) await delay(1_000)
        else if (status >= 400) throw new Error(`${response.url}: ${status} ${body}`)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrent }, run))
}

const task = (index: number) => ({
  category: 'medical',
  target: 'appointment',
  notifications: [
    {
      external_id: `MARCACAO-${index}`,
      contact: { external_id: `UTENTE-${index}`, name: 'Maria Santos', language: 'pt_PT', country: 'PT' },
      addresses: [
        { channel: 'mobile', uid: `91${String(index).padStart(7, '0')}` },
        { channel: 'email', uid: `maria.santos.${index}@example.org` },
      ],
      params: {
        when: new Date((systemClock.now() + hours(48)) / 1_000).toISOString(),
        doctor: 'Ana Reis',
        doctor_external_id: 'MEDICO-7',
        doctor_expertise: 'Cardiologia',
      },
    },
  ],
})

async function untilSent(database: Database) {
  const pending = database.selectFrom('deliveries').select('delivery_id').where('state', '=', 'pending').limit(1)
  while ((await pending.execute()).length > 0) await delay(200)
}

interface State {
  stored: number
  wal: number
  images: number
  deliveries: number
  actions: number
}

async function stateOf(database: Database): Promise<State> {
  const { rows } = await sql<State>`select pg_database_size(current_database()) as stored,
    (pg_current_wal_insert_lsn() - '0/0')::bigint as wal, (select wal_fpi from pg_stat_wal) as images,
    (select count(*) from deliveries) as deliveries, (select count(*) from actions) as actions`.execute(database)
  return rows[0]!
}

/** Submits notifications, waits for their deliveries, and answers each on the contact's page. */
async function submitAndAnswer(
  answer: string,
  numbers: number[],
  clients: Client[],
  origin: string,
  database: Database,
) {
  await forEach(numbers, (number) => {
    const { id, accessToken } = clients[number % clinics]!
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    return fetch(`${origin}/v1/notifications/${id}`, { method: 'POST', headers, body: JSON.stringify(task(number)) })
  })
  await untilSent(database)
  const unanswered = await deliveriesWithNotifications(database)
    .select('deliveries.delivery_id')
    .where('notifications.state', '=', 'open')
    .where('deliveries.channel', '=', 'mobile')
    .execute()
  await forEach(unanswered, ({ entity_id, delivery_id }) => {
    const link = answerLink(secret, entity_id, delivery_id)
    const body = new URLSearchParams({ nonce: secret.derive(20, 'answer-nonce', link), answer })
    return fetch(`${origin}/a/${link}`, { method: 'POST', headers: sameOrigin, body, redirect: 'manual' })
  })
  await untilSent(database)
}

async function measure(answer: 'confirm' | 'cancel') {
  const url = await engine.create(answer)
  const shape = { days: 0, perDay: 0, checkins: 0 }
  const shapes = Array.from({ length: clinics }, (_, index) => ({ id: `clinica-${index}`, ...shape }))
  const clients = await fillDatabase(engine, url, shapes)
  const server = await startRollcall(url, { path: '/livez', headers: {} }, { OUTBOX_DIR: outbox })
  const database = await connectForCommand(url)
  const empty = await stateOf(database)
  const numbers = Array.from({ length: warmUp + count }, (_, number) => number)
  await submitAndAnswer(answer, numbers.slice(0, warmUp), clients, server.origin, database)
  const [before, used, served] = [await stateOf(database), server.processorTime().all, engine.serverTime()]
  await submitAndAnswer(answer, numbers.slice(warmUp), clients, server.origin, database)
  const [process, postgres] = [server.processorTime().all - used, engine.serverTime() - served]
  const { wal, images, deliveries, actions } = await stateOf(database)
  await server.stop()
  await engine.settle(url)
  const { stored } = await stateOf(database)
  await sql`vacuum full`.execute(database)
  const { stored: compact } = await stateOf(database)
  await database.destroy()
  const each = (total: number, unit: number, of = count) => (total / of / unit).toFixed(2)
  const ofAll = (total: number) => `${each(total - empty.stored, 1e3, warmUp + count)} kB`
  console.log(
    [
      `${answer}: ${each(deliveries - before.deliveries, 1)} deliveries`,
      `${each(actions - before.actions, 1)} actions`,
      `${ofAll(stored)} stored after "vacuum", ${ofAll(compact)} after "vacuum full"`,
      `${each(wal - before.wal, 1e3)} kB of WAL with ${each(images - before.images, 1)} full-page images`,
      `${each(process, 1e-3)} ms of the process, ${each(postgres, 1e-3)} ms of PostgreSQL`,
    ].join(', '),
  )
}

console.log(`${Temporal.Now.plainDateISO()}, ${engine.version}, ${count} notifications`)
for (const answer of ['cancel', 'confirm'] as const) await measure(answer)
await engine.stop()
