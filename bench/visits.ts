import { sql } from 'kysely'
import { connectForCommand } from '../src/platform/database/connect.ts'
import { firstDay } from './appointments.ts'
import { type Client, fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import { floors } from './floors.ts'
import type { Request } from './questions.ts'
import { atMost, type Figure } from './report.ts'
import { inRounds, median, medianOf, type Pace } from './rounds.ts'
import { startRollcall } from './servers/contestants.ts'
import type { Server } from './servers/start.ts'
import { ask, verify } from './verify.ts'

const [days, perDay] = [1_000, 1_000]
// A request for each of these days.
const asked = 60
// Contacts answer three days before their visit: `appointments` makes them so.
const leadDays = 3
/** The first day on which each visit of the day is in the database. */
export const firstVisitDay = firstDay.add({ days: leadDays })

/** Measures lists of visits against lists of as many actions, of one entity with a million notifications. */
export async function measureVisits(engine: Engine, pace: Pace): Promise<Figure[]> {
  const url = await engine.create('visits')
  const [hospital] = await fillDatabase(engine, url, [{ id: 'hospital', days, perDay, checkins: 0 }])
  await deliver(url)
  await engine.settle(url)
  const server = await startRollcall(url, daysOf(hospital!, 'visits', '')[0]!)
  try {
    const figures: Figure[] = []
    for (const [work, query, records] of [
      ['the visits of one day (1,000 records)', '', perDay],
      ['a page of 14 visits', '?limit=14', 14],
    ] as const) {
      const requests = { visits: daysOf(hospital!, 'visits', query), actions: daysOf(hospital!, 'actions', query) }
      const workload = { name: 'visits', work, status: 200 as const, records, questions: [] }
      for (const list of ['visits', 'actions'] as const) await verify(server, workload, requests[list])
      const times = { visits: () => timeAll(server, requests.visits), actions: () => timeAll(server, requests.actions) }
      await inRounds(1, times)
      const rounds = await inRounds(pace.rounds * 3, times)
      const cost = median(rounds.map((round) => round.visits / round.actions))
      figures.push({
        work: `${work}, among 1,000,000 of one entity`,
        rollcall: `${medianOf(rounds, 'visits').toFixed(1)} ms; actions ${medianOf(rounds, 'actions').toFixed(1)} ms`,
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
export async function deliver(url: string) {
  const database = await connectForCommand(url)
  const dayMicros = sql.lit(86_400_000_000)
  const statements = [
    sql`update notifications set state = 'confirmed', created_at = starts_at - 7 * ${dayMicros},
      answered_at = starts_at - 3 * ${dayMicros}`,
    sql`insert into deliveries (entity_id, delivery_id, notification_id, channel, uid, compared_uid, link_hash, state, attempts,
        next_attempt_at, give_up_at, sent_at)
      select entity_id, notification_id, notification_id, 'mobile', '+351912345678', '+351912345678', notification_id, 'sent', 1,
        created_at, starts_at, created_at + 1234567 from notifications`,
  ]
  for (const statement of statements) await database.write((trx) => statement.execute(trx))
  await database.destroy()
}

const daysOf = ({ id, accessToken }: Client, list: 'visits' | 'actions', query: string) =>
  Array.from({ length: asked }, (_, index): Request => {
    const answered = firstDay.add({ days: (index * 101) % (days - leadDays) })
    const day = list === 'actions' ? answered : answered.add({ days: leadDays })
    const path = list === 'actions' ? `metrics/notifications/actions/${id}/bydate` : `notifications/${id}/byvisit`
    return { path: `/v1/${path}/${day}/${day}${query}`, headers: { Authorization: `Bearer ${accessToken}` } }
  })

/** Sends one request after the other. Returns their median time to the last byte, in milliseconds. */
export async function timeAll(server: Server, requests: Request[]): Promise<number> {
  const times: number[] = []
  for (const request of requests) {
    const sent = performance.now()
    await ask(server, request)
    times.push(performance.now() - sent)
  }
  return median(times)
}
