import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { optimisations } from '../src/optimisations.ts'
import { firstDay } from './appointments.ts'
import type { Client } from './dataset.ts'
import type { EngineName } from './engines/engine.ts'
import { load, writeRequests } from './load.ts'
import { listActions, type Request } from './questions.ts'
import { type Figure, perSecond } from './report.ts'
import { inRounds, median, medianOf, type Pace, type Rounds } from './rounds.ts'
import { type Databases, startRollcall } from './servers/contestants.ts'
import type { Server } from './servers/start.ts'
import { verify } from './verify.ts'
import type { Workload } from './workloads.ts'
import { type Download, timeYear } from './year.ts'

type Optimisation = keyof typeof optimisations

const onBoth: Optimisation[] = ['batchResponses', 'freeBytes']
const optimisationsOf: Record<EngineName, Optimisation[]> = {
  sqlite: [...onBoth, 'joinInSql'],
  postgres: [...onBoth, 'joinInProcess', 'rawRows', 'pipelining'],
}

// An optimisation that gains less on every workload is not worth its code.
const minGain = 1.1

/** Compares Rollcall with Rollcall without one optimisation, for each optimisation of the engine. */
export async function measureOptimisations(
  hospital: Client,
  workloads: Workload[],
  databases: Databases,
  pace: Pace,
): Promise<Figure[]> {
  const names = optimisationsOf[databases.engine.name]
  const figures: Figure[] = []
  for (const workload of workloads) figures.push(...(await compareRates(names, workload, databases, pace)))
  return [...figures, ...(await compareYears(names, hospital, databases, pace))]
}

async function compareRates(names: Optimisation[], workload: Workload, databases: Databases, pace: Pace) {
  const requests = workload.questions.map(({ rollcall }) => rollcall)
  const requestsFile = join(databases.folder, 'optimisations.requests')
  writeRequests(requestsFile, requests)
  const servers: Server[] = []
  try {
    const run: Record<string, () => Promise<number>> = {}
    for (const name of ['all', ...names] as const) {
      const server = await startWithout(name, databases, requests[0]!)
      servers.push(server)
      const bytes = await verify(server, workload, requests)
      await load(server, requestsFile, pace.warmUp, bytes)
      run[name] = () => load(server, requestsFile, pace.seconds, bytes)
    }
    const rounds = await inRounds(pace.rounds, run)
    const rate = (name: string) => perSecond(medianOf(rounds, name))
    return names.map((name) => figure(name, workload.work, rounds, rate))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function compareYears(names: Optimisation[], hospital: Client, databases: Databases, pace: Pace) {
  const year = listActions(hospital, firstDay, firstDay.add({ days: hospital.days - 1 })).rollcall
  const day = listActions(hospital, firstDay, firstDay).rollcall
  const downloads: Record<string, Download[]> = {}
  const run: Record<string, () => Promise<number>> = {}
  for (const name of ['all', ...names] as const) {
    const done: Download[] = []
    downloads[name] = done
    run[name] = async () => {
      const server = await startWithout(name, databases, day)
      done.push(await timeYear(server, year, hospital.days * hospital.perDay))
      return 1 / done.at(-1)!.seconds
    }
  }
  const rounds = await inRounds(pace.rounds, run)
  const cell = (name: string) => {
    const memory = median(downloads[name]!.map((download) => download.memory))
    return `${(1 / medianOf(rounds, name)).toFixed(2)} s, ${memory.toFixed(0)} MiB`
  }
  return names.map((name) => figure(name, 'a year streamed', rounds, cell))
}

const preload = fileURLToPath(new URL('servers/without.ts', import.meta.url))

const startWithout = (name: Optimisation | 'all', { rollcall }: Databases, first: Request) =>
  startRollcall(rollcall, first, name === 'all' ? {} : { NODE_OPTIONS: `--import=${preload}`, WITHOUT: name })

function figure(name: Optimisation, work: string, rounds: Rounds<string>, cell: (name: string) => string): Figure {
  const gains = rounds.map((round) => round.all! / round[name]!)
  const [least, most] = [Math.min(...gains), Math.max(...gains)].map((gain) => gain.toFixed(2))
  const text = `${median(gains).toFixed(2)}× (${least}–${most})`
  return {
    work: `${name}: ${work}`,
    rollcall: `${cell('all')}; without ${cell(name)}`,
    absolute: [{ text, reached: median(gains) >= minGain }],
  }
}
