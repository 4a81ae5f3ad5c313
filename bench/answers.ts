import { join } from 'node:path'
import { addEntity } from '../src/entities/entity.ts'
import { answerLink } from '../src/messages/delivery/answer-link.ts'
import { deliveriesWithNotifications } from '../src/messages/delivery/deliveries-with-notifications.ts'
import { checkSubmission } from '../src/notifications/submit/check-submission.ts'
import { maxItems } from '../src/notifications/submit/submission.ts'
import { submit } from '../src/notifications/submit/submit.ts'
import { connectForCommand } from '../src/platform/database/connect.ts'
import type { Database } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createSecret } from '../src/platform/keys/secret.ts'
import { hours, systemClock } from '../src/platform/time/instant.ts'
import { floors } from './floors.ts'
import { load, writeRequests } from './load.ts'
import type { Request } from './questions.ts'
import { atLeast, atMost, type Figure, perSecond, processorTime } from './report.ts'
import { median, type Pace } from './rounds.ts'
import { type Databases, secretKey, startRollcall } from './servers/contestants.ts'

const secret = createSecret(secretKey)
// Enough contacts that a round answers for each at most once.
const clinics = 50
// Concurrent answers share a group commit.
const connections = 128
const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }

/** Measures answers on the contacts' pages. Each changes a state and is durable before its response. Finally kills the
 *  server and verifies that every acknowledged answer is stored. */
export async function measureAnswers({ engine, folder }: Databases, pace: Pace): Promise<Figure> {
  const url = await engine.create('answers')
  await submitTasks(url)
  await engine.settle(url)
  const server = await startRollcall(url, { path: '/livez', headers: {} })
  let acknowledged = 0
  const round = async (seconds: number) => {
    const file = join(folder, 'answers.requests')
    writeRequests(file, await changes(url))
    const before = engine.serverTime()
    const done = await load(server, file, seconds, 0, connections)
    acknowledged += done.requests
    return { ...done, ofPostgres: ((engine.serverTime() - before) / done.requests) * 1e6 }
  }
  await round(pace.warmUp)
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  for (let count = 0; count < pace.rounds; count++) rounds.push(await round(pace.seconds))
  await server.kill()
  const kept = await recorded(url)
  if (kept < acknowledged) throw new Error(`Lost answers: ${acknowledged} acknowledged, ${kept} stored`)

  const of = (name: 'rate' | 'p99' | 'mainThread' | 'otherThreads' | 'ofPostgres') =>
    median(rounds.map((one) => one[name]))
  const [rate, p99] = [of('rate'), of('p99')]
  const write = (value: number) => `p99 ${value.toFixed(0)} ms`
  const ofPostgres = engine.name === 'postgres' ? `, PostgreSQL ${of('ofPostgres').toFixed(1)} µs` : ''
  const floor = floors[engine.name].answers
  return {
    work: "answers on the contact's page, each durable",
    rollcall: `${perSecond(rate)}, ${write(p99)}, ${processorTime(of('mainThread'), of('otherThreads'))}${ofPostgres}`,
    absolute: [atLeast(rate, floor.rate, perSecond), atMost(p99, floor.p99, write)],
  }
}

/** Returns an answer for each contact that changes the state. Consecutive answers belong to different clinics. */
async function changes(url: string): Promise<Request[]> {
  const database = await connectForCommand(url)
  const rows = await deliveriesWithNotifications(database)
    .select('deliveries.delivery_id')
    .orderBy('deliveries.entity_id')
    .execute()
  await database.destroy()
  const inTurn = Array.from(rows, (_, index) => rows[(index % clinics) * maxItems + Math.floor(index / clinics)]!)
  return inTurn.map(({ entity_id, delivery_id, state }, index) => {
    const link = answerLink(secret, entity_id, delivery_id)
    const answer = state === 'confirmed' || (state === 'open' && index % 2 === 0) ? 'cancel' : 'confirm'
    const body = `nonce=${secret.derive(20, 'answer-nonce', link)}&answer=${answer}`
    return { path: `/a/${link}`, headers: form, body }
  })
}

/** Submits a task for every clinic. */
async function submitTasks(url: string) {
  const database = await connectForCommand(url)
  await migrate(database)
  const now = systemClock.now()
  for (let index = 0; index < clinics; index++) await sendTask(database, `clinica-${index}`, now)
  // Mark all deliveries as sent.
  await database.updateTable('deliveries').set({ state: 'sent', sent_at: now, attempts: 1 }).execute()
  await database.destroy()
}

async function sendTask(database: Database, id: string, now: number) {
  const entity = { id, name: `Clínica ${id}`, time_zone: 'Europe/Lisbon', language: 'pt-PT' }
  await addEntity(database, entity)
  const when = new Date((now + hours(48)) / 1_000).toISOString()
  const submission = await checkSubmission(
    {
      category: 'medical',
      target: 'appointment',
      notifications: Array.from({ length: maxItems }, (_, index) => ({
        external_id: `AGENDA-${index}`,
        contact: { external_id: `UTENTE-${index}`, name: 'Maria Santos', language: 'pt_PT', country: 'PT' },
        addresses: [{ channel: 'mobile', uid: `91${String(index).padStart(7, '0')}` }],
        params: { when, doctor: 'Ana Reis', doctor_external_id: 'MEDICO-7', doctor_expertise: 'Cardiologia' },
      })),
    },
    entity,
    now,
  )
  const sending = { secret, config: { deliverForMicros: hours(24) } }
  await database.write((trx) => submit(trx, sending, { entityId: id, by: 'bench' }, submission, now))
}

async function recorded(url: string): Promise<number> {
  const database = await connectForCommand(url)
  const { count } = await database
    .selectFrom('actions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await database.destroy()
  return count
}
