import { fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import type { Request } from './questions.ts'
import { atMost, type Figure } from './report.ts'
import { inRounds, medianOf, type Pace } from './rounds.ts'
import { startRollcall } from './servers/contestants.ts'
import { deliver, firstVisitDay, timeAll } from './visits.ts'

const [days, perDay] = [10, 20_000]
const maxMs = 100

/** Measures the requests of the front desk about a day with 20,000 visits: a page of its list, and a search. */
export async function measureDesk(engine: Engine, pace: Pace): Promise<Figure[]> {
  const url = await engine.create('desk')
  const [hospital] = await fillDatabase(engine, url, [{ id: 'hospital', days, perDay, checkins: 0 }])
  await deliver(url)
  await engine.settle(url)
  const requests = (query: string) =>
    Array.from({ length: days - 3 }, (_, index): Request => {
      const day = firstVisitDay.add({ days: index })
      const path = `/v1/notifications/${hospital!.id}/byvisit/${day}/${day}?${query}`
      return { path, headers: { Authorization: `Bearer ${hospital!.accessToken}` } }
    })
  const server = await startRollcall(url, requests('limit=1')[0]!)
  try {
    const figures: Figure[] = []
    for (const [work, query] of [
      ['a page of 1,000 visits', 'limit=1000'],
      ['a search that finds nothing', 'limit=1000&q=zzz'],
    ] as const) {
      const times = { desk: () => timeAll(server, requests(query)) }
      await inRounds(1, times)
      const ms = medianOf(await inRounds(pace.rounds, times), 'desk')
      figures.push({
        work: `${work}, among 20,000 of one day`,
        rollcall: `${ms.toFixed(1)} ms`,
        absolute: [atMost(ms, maxMs, (value) => `${value.toFixed(0)} ms`)],
      })
    }
    return figures
  } finally {
    await server.stop()
    await engine.drop('desk')
  }
}
