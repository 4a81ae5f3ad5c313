import { join } from 'node:path'
import type { Client } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import { floors } from './floors.ts'
import { fillTable } from './growing-table.ts'
import { load, writeRequests } from './load.ts'
import { atMost, type Figure, perSecond } from './report.ts'
import { inRounds, median, medianOf, type Pace } from './rounds.ts'
import { startRollcall } from './servers/contestants.ts'
import type { Server } from './servers/start.ts'
import { taskSubmissions } from './task-submissions.ts'
import { verify } from './verify.ts'
import { checkinWorkload, dayWorkload, type Workload } from './workloads.ts'

/** The rates of one kind of request as the tables grow. */
interface Growth {
  engine: Engine
  kind: string
  /** Responses per second, by number of rows. */
  rates: { size: number; rate: number }[]
  /** The ratio of the rate on the smallest table to the rate on the largest. */
  slowdown: number
}

interface Table {
  size: number
  clients: Client[]
  server: Server
  requestsFile: string
}

/** Loads the table's server for `seconds`. Returns responses per second. */
type Run = (seconds: number) => Promise<number>

// Reads come first, because writes change the tables.
const kinds: Record<string, (table: Table) => Promise<Run>> = {
  'one day': (table) => reads(table, dayWorkload(table.clients)),
  'check-in by token': (table) => reads(table, checkinWorkload(table.clients)),
  'one submitted notification': async (table) => writes(table),
}

/** Measures the same requests on tables of each size. Days, tokens and clinics are spread over the whole table. */
export async function measureGrowth(engine: Engine, folder: string, sizes: number[], pace: Pace): Promise<Growth[]> {
  const tables: Table[] = []
  try {
    for (const size of sizes) tables.push(await openTable(engine, folder, size))
    const growths: Growth[] = []
    for (const [kind, prepare] of Object.entries(kinds)) {
      growths.push({ engine, kind, ...(await measureKind(tables, prepare, pace)) })
    }
    return growths
  } finally {
    await Promise.all(tables.map(({ server }) => server.stop()))
    for (const size of sizes) await engine.drop(nameOf(size))
  }
}

export const growthFigure = ({ engine, kind, rates, slowdown }: Growth): Figure => ({
  work: `${kind}, by rows in the table`,
  rollcall: rates.map(({ size, rate }) => `${perSecond(rate)} at ${size.toLocaleString('en')}`).join(', '),
  absolute: [atMost(slowdown, floors[engine.name].growth, (ratio) => `${ratio.toFixed(2)}×`)],
})

const nameOf = (size: number) => `rows_${size}`

async function openTable(engine: Engine, folder: string, size: number): Promise<Table> {
  const url = await engine.create(nameOf(size))
  const clients = await fillTable(engine, url, size)
  const server = await startRollcall(url, dayWorkload(clients).questions[0]!.rollcall, { LIST_CACHE_MB: '0' })
  return { size, clients, server, requestsFile: join(folder, `${size}.requests`) }
}

async function measureKind(tables: Table[], prepare: (table: Table) => Promise<Run>, pace: Pace) {
  const run: Record<string, () => Promise<number>> = {}
  for (const table of tables) {
    const once = await prepare(table)
    await once(pace.warmUp)
    run[table.size] = () => once(pace.seconds)
  }
  const rounds = await inRounds(pace.rounds, run)
  const [smallest, largest] = [tables.at(0)!.size, tables.at(-1)!.size]
  return {
    rates: tables.map(({ size }) => ({ size, rate: medianOf(rounds, `${size}`) })),
    slowdown: median(rounds.map((round) => round[smallest]! / round[largest]!)),
  }
}

async function reads({ server, requestsFile }: Table, workload: Workload): Promise<Run> {
  const requests = workload.questions.map((question) => question.rollcall)
  const bytes = await verify(server, workload, requests)
  writeRequests(requestsFile, requests)
  return async (seconds) => (await load(server, requestsFile, seconds, bytes)).rate
}

// More than a server accepts per second.
const maxPerSecond = 10_000

const writes =
  ({ server, clients, requestsFile }: Table): Run =>
  async (seconds) => {
    writeRequests(requestsFile, taskSubmissions(clients, seconds * maxPerSecond))
    return (await load(server, requestsFile, seconds, 0)).rate
  }
