import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { optimisations } from '../src/optimisations.ts'
import { firstDay } from './appointments.ts'
import type { Client } from './dataset.ts'
import type { EngineName } from './engines/engine.ts'
import { loadOnce, writeRequests } from './load.ts'
import { listActions, type Request } from './questions.ts'
import { type Figure, perSecond } from './report.ts'
import { median, type Pace } from './rounds.ts'
import { type Databases, startRollcall } from './servers/contestants.ts'
import type { Server } from './servers/start.ts'
import { verify } from './verify.ts'
import type { Workload } from './workloads.ts'
import { timeYear } from './year.ts'

type Optimisation = keyof typeof optimisations
type Contestant = 'all' | Optimisation

const list = ['day-once', 'month-once']
/** The workloads to which each optimisation applies. */
const workloadsOf: Record<EngineName, Partial<Record<Optimisation, string[]>>> = {
  sqlite: {
    batchResponses: ['checkin', ...list],
    freeBytes: [...list, 'year'],
    joinInSql: [...list, 'year'],
  },
  postgres: {
    batchResponses: ['checkin', ...list],
    freeBytes: [...list, 'year'],
    joinInProcess: [...list, 'year'],
    rawRows: [...list, 'year'],
    pipelining: ['checkin', ...list, 'year'],
  },
}

// An optimisation that gains less on every workload is not worth its code.
const minGain = 1.1

/** One round of one contestant. */
interface Measured {
  /** Answers per second, and per second of the server's processor time. */
  rate: number
  perProcessorSecond: number
  /** The server's peak memory in MiB. */
  memory: number
}

type Run = () => Promise<Measured>

/** Compares Rollcall with Rollcall without one optimisation, for each optimisation of the engine. */
export async function measureOptimisations(
  hospital: Client,
  workloads: Workload[],
  databases: Databases,
  pace: Pace,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const workload of workloads) figures.push(...(await compareRates(workload, databases, pace)))
  return [...figures, ...(await compareYears(hospital, databases, pace))]
}

function namesOn(workload: string, { engine }: Databases): Optimisation[] {
  const applied = workloadsOf[engine.name]
  return (Object.keys(applied) as Optimisation[]).filter((name) => applied[name]!.includes(workload))
}

async function compareRates(workload: Workload, databases: Databases, pace: Pace): Promise<Figure[]> {
  const requests = workload.questions.map(({ rollcall }) => rollcall)
  const requestsFile = join(databases.folder, 'optimisations.requests')
  writeRequests(requestsFile, requests)
  const servers: Server[] = []
  try {
    const run = new Map<Contestant, Run>()
    for (const name of ['all', ...namesOn(workload.name, databases)] as const) {
      const server = await startWithout(name, databases, requests[0]!)
      servers.push(server)
      const bytes = await verify(server, workload, requests)
      await loadOnce(server, requestsFile, pace.warmUp, bytes)
      run.set(name, async () => {
        const before = server.processorTime()
        const { requests, seconds } = await loadOnce(server, requestsFile, pace.seconds, bytes)
        const perProcessorSecond = requests / (server.processorTime() - before)
        return { rate: requests / seconds, perProcessorSecond, memory: server.peakMemory() }
      })
    }
    return await figures(workload.work, pace.rounds, run)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

async function compareYears(hospital: Client, databases: Databases, pace: Pace): Promise<Figure[]> {
  const year = listActions(hospital, firstDay, firstDay.add({ days: hospital.days - 1 })).rollcall
  const day = listActions(hospital, firstDay, firstDay).rollcall
  const run = new Map<Contestant, Run>()
  for (const name of ['all', ...namesOn('year', databases)] as const) {
    run.set(name, async () => {
      const server = await startWithout(name, databases, day)
      const { seconds, processorTime, memory } = await timeYear(server, year, hospital.days * hospital.perDay)
      return { rate: 1 / seconds, perProcessorSecond: 1 / processorTime, memory }
    })
  }
  return figures('a year of a hospital, streamed', pace.longRounds, run)
}

const preload = fileURLToPath(new URL('servers/without.ts', import.meta.url))

const startWithout = (name: Contestant, { rollcall }: Databases, first: Request) =>
  startRollcall(rollcall, first, name === 'all' ? {} : { NODE_OPTIONS: `--import=${preload}`, WITHOUT: name })

/** Runs every contestant once per round, so that other load on the machine affects all of them equally. */
async function figures(work: string, rounds: number, run: Map<Contestant, Run>): Promise<Figure[]> {
  const measured = new Map<Contestant, Measured[]>([...run.keys()].map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, once] of run) measured.get(name)!.push(await once())
  }
  const all = measured.get('all')!
  measured.delete('all')
  return [...measured].map(([name, without]) => figure(name, work, all, without))
}

function figure(name: Contestant, work: string, all: Measured[], without: Measured[]): Figure {
  const rate = (rounds: Measured[]) => median(rounds.map((round) => round.rate))
  const cell = (rounds: Measured[]) =>
    `${rate(rounds) < 10 ? `${(1 / rate(rounds)).toFixed(2)} s` : perSecond(rate(rounds))}, ${median(rounds.map(({ memory }) => memory)).toFixed(0)} MiB`
  return {
    work: `${name}: ${work}`,
    rollcall: `${cell(all)}; without ${cell(without)}`,
    absolute: (['rate', 'perProcessorSecond'] as const).map((unit) => gain(unit, all, without)),
  }
}

function gain(unit: 'rate' | 'perProcessorSecond', all: Measured[], without: Measured[]) {
  const gains = all.map((round, index) => round[unit] / without[index]![unit])
  const middle = median(gains)
  const spread = [Math.min(...gains), Math.max(...gains)].map((gain) => gain.toFixed(2)).join('–')
  const what = unit === 'rate' ? 'rate' : 'per processor second'
  return { text: `${what} ${middle.toFixed(2)}× (${spread})`, reached: middle >= minGain }
}
