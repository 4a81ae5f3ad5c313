import pg from 'pg'
import { connectForCommand } from '../src/database/connect.ts'
import type { Database } from '../src/database/database.ts'
import { dueDeliveries } from '../src/delivery/due-deliveries.ts'
import { type Clock, seconds, systemClock } from '../src/instant.ts'
import { fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import { atMost, type Figure } from './report.ts'

const sentCount = 600_000
const pendingCount = 30_000
const reads = 1_200
const perRead = 10
const readEveryMicros = seconds(1 / 20)
const maxSlowdown = 1.5

/** Measures the query for due deliveries on PostgreSQL, while a `pg_dump` keeps 600,000 deliveries that were sent since. */
export async function measureDueDeliveries(engine: Engine): Promise<Figure> {
  const url = await engine.create('due')
  await fillDatabase(engine, url, [{ id: 'clinica-lisboa', days: 1, perDay: 1, checkins: 0 }])
  const database = await connectForCommand(url)
  const client = new pg.Client(url)
  const dump = new pg.Client(url)
  await Promise.all([client.connect(), dump.connect()])
  try {
    await addDeliveries(client, 'later', pendingCount)
    await engine.settle(url)
    const alone = await readAtPace(database, client)
    await addDeliveries(client, 'earlier', sentCount)
    await dump.query('begin isolation level repeatable read')
    await dump.query('select from deliveries limit 1')
    await client.query("update deliveries set state = 'sent' where delivery_id like 'earlier%'")
    await engine.settle(url)
    const beside = await readAtPace(database, client)
    const figure = ({ mean, worst }: Reads) => `${mean.toFixed(2)} ms, worst ${worst.toFixed(0)} ms`
    return {
      work: `the query for due deliveries; beside ${sentCount} sent during a long snapshot`,
      rollcall: `${figure(alone)}; ${figure(beside)}`,
      absolute: [atMost(beside.mean / alone.mean, maxSlowdown, (ratio) => `${ratio.toFixed(2)}×`)],
    }
  } finally {
    await Promise.all([client.end(), dump.end(), database.destroy()])
    await engine.drop('due')
  }
}

async function addDeliveries(client: pg.Client, name: 'earlier' | 'later', count: number) {
  const at = systemClock.now() - seconds(name === 'earlier' ? 7_200 : 3_600)
  await client.query(
    `insert into deliveries (entity_id, delivery_id, notification_id, channel, uid, compared_uid, link_hash, state, next_attempt_at, give_up_at)
      select entity_id, $1::text || n, notification_id, 'mobile', '+351910000000', '+351910000000', $1 || n, 'pending', $2::bigint + n, $2::bigint * 2
      from notifications, generate_series(1, $3::integer) n`,
    [name, at, count],
  )
}

interface Reads {
  mean: number
  worst: number
}

/** Reads due deliveries and marks them as sent, 200 a second for a minute. The clock skips the pauses between the reads. */
async function readAtPace(database: Database, client: pg.Client): Promise<Reads> {
  let skipped = 0
  const clock: Clock = { now: systemClock.now, monotonic: () => systemClock.monotonic() + skipped }
  const { scan } = dueDeliveries(database, 'mobile')
  const times: number[] = []
  for (let read = 0; read < reads; read++) {
    const started = performance.now()
    const due = await scan.next(perRead, clock)
    const time = performance.now() - started
    times.push(time)
    if (due.length < perRead) throw new Error(`a read returned ${due.length} deliveries rather than ${perRead}`)
    const ids = due.map(({ delivery_id }) => delivery_id)
    await client.query("update deliveries set state = 'sent' where entity_id = $1 and delivery_id = any($2)", [
      due[0]!.entity_id,
      ids,
    ])
    skipped += Math.max(readEveryMicros - (performance.now() - started) * 1_000, 0)
  }
  return { mean: times.reduce((sum, time) => sum + time) / reads, worst: Math.max(...times) }
}
