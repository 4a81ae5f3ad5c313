import { join } from 'node:path'
import { sql } from 'kysely'
import { connectForCommand } from '../src/database/connect.ts'
import { firstDay } from './appointments.ts'
import { type Client, fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import { floors } from './floors.ts'
import { loadOnce, writeRequests } from './load.ts'
import type { Request } from './questions.ts'
import { atMost, type Figure, perSecond } from './report.ts'
import { inRounds, median, medianOf, type Pace } from './rounds.ts'
import { startRollcall } from './servers/contestants.ts'
import type { Server } from './servers/start.ts'
import { verify } from './verify.ts'

const [days, perDay] = [1_000, 1_000]
// A request for each of these days.
const asked = 200
// The generators count the bytes of unfinished responses too, which have a megabyte here.
const connections = 4
// Contacts answer three days before their visit: `appointments` makes them so.
const leadDays = 3

/** Measures lists of visits against lists of as many actions, of one entity with a million notifications. */
export async function measureVisits(engine: Engine, folder: string, pace: Pace): Promise<Figure[]> {
  const url = await engine.create('visits')
  const [hospital] = await fillDatabase(engine, url, [{ id: 'hospital', days, perDay, checkins: 0 }])
  await deliver(url)
  await engine.settle(url)
  const server = await startRollcall(url, dayOf(hospital!, 'visits', '')(0))
  try {
    const figures: Figure[] = []
    for (const [work, query, records] of [
      ['the visits of one day (1,000 records)', '', perDay],
      ['a page of 14 visits', '?limit=14', 14],
    ] as const) {
      const run: Record<string, () => Promise<number>> = {}
      for (const list of ['visits', 'actions'] as const) {
        const requests = Array.from({ length: asked }, (_, index) => dayOf(hospital!, list, query)(index))
        run[list] = await loader(server, requests, records, pace, join(folder, `${list}.requests`))
      }
      const rounds = await inRounds(pace.rounds, run)
      const cost = median(rounds.map((round) => round.actions! / round.visits!))
      figures.push({
        work: `${work}, among 1,000,000 of one entity`,
        rollcall: `${perSecond(medianOf(rounds, 'visits'))}; actions ${perSecond(medianOf(rounds, 'actions'))}`,
        absolute: [atMost(cost, floors[engine.name].visits, (ratio) => `${ratio.toFixed(2)}×`)],
      })
    }
    return figures
  } finally {
    await server.stop()
    await engine.drop('visits')
  }
}

/** Gives each notification an answer and a delivery, as a submission and its contact would. */
async function deliver(url: string) {
  const database = await connectForCommand(url)
  const dayMicros = sql.lit(86_400_000_000)
  const statements = [
    sql`update notifications set state = 'confirmed', created_at = starts_at - 7 * ${dayMicros},
      answered_at = starts_at - 3 * ${dayMicros}`,
    sql`insert into deliveries (entity_id, delivery_id, notification_id, channel, uid, link_hash, state, attempts,
        next_attempt_at, give_up_at, sent_at)
      select entity_id, notification_id, notification_id, 'mobile', '+351912345678', notification_id, 'sent', 1,
        created_at, starts_at, created_at + 1234567 from notifications`,
  ]
  for (const statement of statements) await database.write((trx) => statement.execute(trx))
  await database.destroy()
}

const dayOf = ({ id, accessToken }: Client, list: 'visits' | 'actions', query: string) => {
  const headers = { Authorization: `Bearer ${accessToken}` }
  return (index: number): Request => {
    const answered = firstDay.add({ days: (index * 101) % (days - leadDays) })
    const day = list === 'actions' ? answered : answered.add({ days: leadDays })
    const folder = list === 'actions' ? `metrics/notifications/actions/${id}/bydate` : `notifications/${id}/byvisit`
    return { path: `/v1/${folder}/${day}/${day}${query}`, headers }
  }
}

async function loader(server: Server, requests: Request[], records: number, pace: Pace, requestsFile: string) {
  const workload = { name: 'visits', work: 'a list', status: 200 as const, records, questions: [] }
  const bytes = await verify(server, workload, requests)
  writeRequests(requestsFile, requests)
  const load = async (seconds: number) => {
    const done = await loadOnce(server, requestsFile, seconds, bytes, connections)
    return done.requests / done.seconds
  }
  await load(pace.warmUp)
  return () => load(pace.seconds)
}
