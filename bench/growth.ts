import { join } from 'node:path'
import { makeDatabase, type Shape } from './dataset.ts'
import { load, writeRequests } from './load.ts'
import { atMost, type Figure, perSecond } from './report.ts'
import { inRounds, median, medianOf, type Pace } from './rounds.ts'
import { startRollcall } from './servers/contestants.ts'
import type { Server } from './servers/start.ts'
import { verify } from './verify.ts'
import { dayWorkload } from './workloads.ts'

const year = { days: 358, perDay: 14, checkins: 0 }

/** The same day query in tables of so many rows, asked for days and clinics all over the table. */
export async function measureGrowth(sizes: number[], folder: string, pace: Pace): Promise<Figure> {
  const servers: Server[] = []
  const run: Record<string, () => Promise<number>> = {}
  try {
    for (const size of sizes) {
      const { server, requestsFile, bytes } = await tableOf(size, folder, pace)
      servers.push(server)
      run[size] = () => load(server, requestsFile, pace.seconds, bytes)
    }
    const rounds = await inRounds(pace.rounds, run)
    const slowdown = median(rounds.map((round) => round[sizes.at(0)!]! / round[sizes.at(-1)!]!))
    const told = sizes.map((size) => `${perSecond(medianOf(rounds, `${size}`))} at ${size.toLocaleString('en')}`)
    return {
      work: 'the same day query at so many rows in the table',
      rollcall: told.join(', '),
      absolute: [atMost(slowdown, 1.5, (ratio) => `${ratio.toFixed(2)}×`)],
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function tableOf(size: number, folder: string, pace: Pace) {
  const path = join(folder, `${size}.db`)
  const workload = dayWorkload(await makeDatabase(path, clinicsFor(size)))
  const requests = workload.questions.map((question) => question.rollcall)
  const server = await startRollcall(path, requests[0]!)
  const bytes = await verify(server, workload, requests)
  const requestsFile = join(folder, `${size}.requests`)
  writeRequests(requestsFile, requests)
  await load(server, requestsFile, pace.warmUp, bytes)
  return { server, requestsFile, bytes }
}

const clinicsFor = (size: number): Shape[] =>
  Array.from({ length: Math.round(size / (year.days * year.perDay)) }, (_, index) => ({
    id: `clinica-${index}`,
    ...year,
  }))
