import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createAccessToken } from '../src/access/credentials/access-token.ts'
import { retentionWork } from '../src/administration/retention/worker.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/channels/configuration.ts'
import { connectForCommand } from '../src/platform/database/connect.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createMetrics } from '../src/platform/http/metrics.ts'
import { createSecret } from '../src/platform/keys/secret.ts'
import { startWorkers } from '../src/platform/scheduling/workers.ts'
import { hours, type Instant, parseInstant } from '../src/platform/time/instant.ts'
import { noAudit } from './servers/no-audit.ts'

// The deletion of a night beside a reader: how many visits an hour, and how long the list of a day takes meanwhile.
const visits = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'rollcall-bench-'))
const url = process.env.DATABASE_URL ?? `sqlite:${join(folder, 'rollcall.db')}`
const night = parseInstant('2026-06-01T01:00:00Z')!
const began = performance.now()
const elapsed = (): Instant => Math.round((performance.now() - began) * 1_000)
// The clock of the night runs on, so that the pauses are those of a service.
const clock = {
  offset: -hours(2),
  now: () => night + elapsed() + clock.offset,
  monotonic: () => elapsed() + clock.offset,
}

const database = await connectForCommand(url)
await migrate(database)
await fill()
const metrics = createMetrics()
const log = pino({ level: 'error' })
const config = readConfig({ RATE_LIMIT: '0' })
const app = await buildApp({
  database,
  config,
  secret: createSecret('a key of the benchmark, 32 characters'),
  clock,
  metrics,
  log,
  audit: noAudit,
})
const { token } = await createAccessToken(database, clock, {
  ...{ name: 'bench', scopes: ['actions:read'], entities: 'all', expiresAt: null },
})

const alone = await readFor(() => performance.now() - began < 10_000)
const removedAt = performance.now()
let isOver = false
const work = retentionWork({
  ...{ database, metrics, audit: noAudit, outbox: join(folder, 'outbox') },
  steadyClock: { next: async () => ({ ...clock, graceEndsAt: 0 }), restart() {} },
})
clock.offset = 0
const worker = startWorkers(log, [work])
const [beside] = await Promise.all([readFor(() => !isOver), untilDone()])
const seconds = (performance.now() - removedAt) / 1_000
await worker.stop()
const perHour = Math.round((visits / seconds) * 3_600)
console.log(`${visits} visits in ${seconds.toFixed(0)} s: ${perHour.toLocaleString('en')} an hour`)
console.log(`list of a day alone: ${alone}; beside the deletion: ${beside}`)
await app.close()
await database.destroy()
rmSync(folder, { recursive: true })

async function untilDone() {
  const left = () =>
    database.selectFrom('notifications').select('state').where('removed_kinds', '=', 0).limit(sql.lit(1)).execute()
  while ((await left()).length > 0) await delay(200)
  isOver = true
}

/** Reads the list of a day, 20 times a second, with an entity tag that never matches. */
async function readFor(goesOn: () => boolean) {
  const times: number[] = []
  while (goesOn()) {
    const start = performance.now()
    const path = '/v1/metrics/notifications/actions/clinic/bydate/2026-03-30/2026-03-30?limit=100'
    const { statusCode } = await app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
    if (statusCode !== 200) throw new Error(String(statusCode))
    times.push(performance.now() - start)
    await delay(50)
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1)
  return `${at(0.5)} ms (median), ${at(0.99)} ms (99 %), ${at(0.999)} ms (99.9 %) of ${times.length}`
}

/** Visits of 100 days in the spring, each with a notice, a reminder, an answer, a code and four events. */
async function fill() {
  const at = (row: string) => `(1772000000000000 + (${row} % 86400000) * 100000)`
  const numbers = sql`with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(visits)})`
  const params = `'{"when":"2026-03-30T08:30:00Z","day":"30","month":"3","year":"2026","hour":"9","minute":"30","doctor":"Ana Reis","doctor_expertise":"Cardiologia"}'`
  const contact = `'{"external_id":"P-' || i || '","name":"Person ' || i || '","language":"pt_PT","birth_date":"1980-02-29"}'`
  const record = `'{"notification_id":"n-' || i || '","action":"confirm","channel":"mobile","uid":"+351' || (910000000 + i) || '","contact":' || ${contact} || ',"params":' || ${params} || '}'`
  await database.write(async (trx) => {
    await trx
      .insertInto('entities')
      .values({
        entity_id: 'clinic',
        name: 'Clinic',
        time_zone: 'UTC',
        language: 'pt-PT',
        retention: '{"notifications":"P30D"}',
      })
      .execute()
    const run = (select: string, into: string) =>
      sql`insert into ${sql.raw(into)} ${numbers} ${sql.raw(select)}`.execute(trx)
    await run(
      `select 'clinic', 'n-' || i, 't-1', 'A-' || i, 'medical', 'appointment', ${contact}, 'P-' || i, ${params}, '[]', '{}', 'confirmed', ${at('i')}, ${at('i')}, 'person ' || i from numbers`,
      'notifications (entity_id, notification_id, task_id, external_id, category, target, contact, contact_external_id, params, files, inferred_data, state, created_at, starts_at, search)',
    )
    for (const kind of ['notice', 'reminder'])
      await run(
        `select 'clinic', '${kind}-' || i, 'n-' || i, '${kind}', 'mobile', '+351' || (910000000 + i), '351' || (910000000 + i), '${kind} ' || i, 'sent', ${at('i')}, ${at('i')} from numbers`,
        'deliveries (entity_id, delivery_id, notification_id, kind, channel, uid, compared_uid, link_hash, state, next_attempt_at, give_up_at)',
      )
    await run(
      `select 'clinic', ${at('i')}, i, 'a-' || i, 'n-' || i, 'confirm', 'mobile', ${record}, ${at('i')}, 0 from numbers`,
      'actions (entity_id, at, sequence, action_id, notification_id, action, channel, record, starts_at, test)',
    )
    await run(
      `select 'clinic', 'token ' || i, 'n-' || i, ${record} from numbers`,
      'checkin_tokens (entity_id, token_hash, notification_id, record)',
    )
    for (let event = 0; event < 4; event++)
      await run(
        `select 'clinic', 4 * i + ${event}, ${at('i')}, 'reminder', 'n-' || i, '{"channel":"mobile","uid":"+351' || (910000000 + i) || '"}' from numbers`,
        'events (entity_id, sequence, at, kind, notification_id, details)',
      )
  })
}
