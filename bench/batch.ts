import { sql } from 'kysely'
import { connectForCommand } from '../src/platform/database/connect.ts'
import { hours, type Instant, systemClock } from '../src/platform/time/instant.ts'
import { type Client, fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import { startRollcall } from './servers/contestants.ts'
import type { startGateway } from './servers/gateway.ts'

/** Creates a database of clinics that have one visit each, in a week. */
export async function createClinics(engine: Engine, name: string, ids: string[]) {
  const url = await engine.create(name)
  const shapes = ids.map((id) => ({ id, days: 1, perDay: 1, checkins: 0 }))
  const clients = await fillDatabase(engine, url, shapes)
  await using database = await connectForCommand(url)
  const when = new Date((systemClock.now() + hours(24 * 7)) / 1_000).toISOString()
  const params = JSON.stringify({ when, doctor: 'Ana Reis' })
  await database.write((trx) =>
    sql`update notifications set state = 'open', created_at = 0, starts_at = ${systemClock.now() + hours(24 * 7)}, params = ${params}`.execute(
      trx,
    ),
  )
  return { url, clients }
}

/** Adds texts that are due, all about the visit of this clinic. */
export async function addBatch(url: string, { id }: Pick<Client, 'id'>, name: string, count: number, at: Instant) {
  await using database = await connectForCommand(url)
  await database.write((trx) =>
    sql`insert into deliveries (entity_id, delivery_id, notification_id, channel, uid, compared_uid, link_hash, state, next_attempt_at, give_up_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      select entity_id, ${sql.lit(name)} || n, notification_id, 'mobile', '+351910000000', '+351910000000', ${sql.lit(name)} || n, 'pending', ${sql.lit(at)} + n,
        ${sql.lit(at + hours(24))}
      from numbers cross join notifications where entity_id = ${sql.lit(id)}`.execute(trx),
  )
}

export const startSending = (url: string, { env }: Awaited<ReturnType<typeof startGateway>>) =>
  startRollcall(url, { path: '/livez', headers: {} }, env)
