import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { dueReminders, remindDue } from '../src/contacts/reminders/remind.ts'
import { connectForCommand } from '../src/platform/database/connect.ts'
import type { Database } from '../src/platform/database/database.ts'
import { createSecret } from '../src/platform/keys/secret.ts'
import { hours, systemClock } from '../src/platform/time/instant.ts'
import { type Client, fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import { checkIn } from './questions.ts'
import { atMost, type Figure } from './report.ts'
import { secretKey, startRollcall } from './servers/contestants.ts'
import { startGateway } from './servers/gateway.ts'
import { noAudit } from './servers/no-audit.ts'
import type { Server } from './servers/start.ts'
import { ask } from './verify.ts'

const [days, perDay] = [1_000, 1_000]
const dueCount = 10_000
const idlePasses = 200
const gatewayMs = 200
const lookups = 2_000
const maxIdleShare = 0.01
const maxSlowdown = 2

/** Measures a process with a million open visits: while no reminder is due, and while 10,000 are. */
export async function measureReminders(engine: Engine): Promise<Figure[]> {
  const gateway = await startGateway(() => gatewayMs)
  const url = await engine.create('reminders')
  const [hospital] = await fillDatabase(engine, url, [{ id: 'hospital', days, perDay, checkins: 1 }])
  await openVisits(url)
  await engine.settle(url)
  const lookup = checkIn(hospital!, hospital!.checkinTokens[0]!).rollcall
  const server = await startRollcall(url, lookup, gateway.env)
  try {
    const idle = await idleShare(url)
    const alone = await slowest(server, lookup)
    const memory = server.peakMemory()
    await using database = await connectForCommand(url)
    await makeDue(database, hospital!)
    const started = performance.now()
    const beside = await slowest(server, lookup)
    while (gateway.accepted() < dueCount) await delay(100)
    const rate = (dueCount * 1_000) / (performance.now() - started)
    return [
      {
        work: 'the worker of reminders, with 1,000,000 open visits, while none is due',
        rollcall: `${(100 * idle).toFixed(2)} % of a core`,
        absolute: [atMost(idle, maxIdleShare, (share) => `${(100 * share).toFixed(2)} %`)],
      },
      {
        work: `${dueCount.toLocaleString('en')} reminders due at once, at a gateway that takes ${gatewayMs} ms; p99 of a lookup beside them`,
        rollcall: `${rate.toFixed(0)}/s, ${(server.peakMemory() - memory).toFixed(0)} MiB more; ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms`,
        absolute: [atMost(beside / alone, maxSlowdown, (ratio) => `${ratio.toFixed(2)}×`)],
      },
    ]
  } finally {
    await server.stop()
    gateway.close()
    await engine.drop('reminders')
  }
}

/** Returns the share of a core that a worker takes which looks for due reminders once a second. */
async function idleShare(url: string): Promise<number> {
  await using database = await connectForCommand(url)
  const outbox = { secret: createSecret(secretKey), config: { deliverForMicros: hours(24) }, audit: noAudit }
  const scan = dueReminders(database)
  const look = () => remindDue(database, outbox, scan, { ...systemClock, graceEndsAt: 0 })
  for (let pass = 0; pass < idlePasses; pass++) await look()
  const before = process.cpuUsage()
  for (let pass = 0; pass < idlePasses; pass++) await look()
  const { user, system } = process.cpuUsage(before)
  // Microseconds of a second for each pass.
  return (user + system) / idlePasses / 1_000_000
}

/** Makes the visits of the history open ones of the next years, whose next reminder is not due. */
async function openVisits(url: string) {
  await using database = await connectForCommand(url)
  const later = sql.lit(systemClock.now() + hours(24 * 30))
  await database.write((trx) =>
    sql`update notifications set state = 'open', created_at = 0, starts_at = starts_at - (select min(starts_at) from notifications)
      + ${later} + ${sql.lit(hours(24 * 8))}, next_due_at = ${later}, reminded_until = 0`.execute(trx),
  )
}

/** Makes the last step of some visits due. Each has had a notice. */
async function makeDue(database: Database, { id }: Client) {
  const soon = systemClock.now() + hours(2)
  const when = new Date(soon / 1_000).toISOString()
  const some = sql`(select notification_id from notifications where entity_id = ${id} order by notification_id limit ${sql.lit(dueCount)})`
  await database.write(async (trx) => {
    await sql`insert into deliveries (entity_id, delivery_id, notification_id, channel, uid, compared_uid, link_hash, state, attempts,
        next_attempt_at, give_up_at, sent_at)
      select entity_id, notification_id, notification_id, 'mobile', '+351912345678', '+351912345678', notification_id, 'sent', 1, 0, 0, 0
      from notifications where entity_id = ${id} and notification_id in ${some}`.execute(trx)
    await sql`update notifications set starts_at = ${soon}, params = ${JSON.stringify({ when, doctor: 'Ana Reis' })}, next_due_at = 1
      where entity_id = ${id} and notification_id in ${some}`.execute(trx)
  })
}

/** Returns the 99th percentile of the time of a lookup, in milliseconds. */
async function slowest(server: Server, lookup: Parameters<typeof ask>[1]): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < lookups; index++) {
    const sent = performance.now()
    await ask(server, lookup)
    times.push(performance.now() - sent)
    await delay(5)
  }
  return times.sort((one, other) => one - other)[Math.floor(lookups * 0.99)]!
}
