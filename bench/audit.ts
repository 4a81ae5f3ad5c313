import { join } from 'node:path'
import { fillDatabase } from './dataset.ts'
import type { Engine } from './engines/engine.ts'
import { type Load, load, writeRequests } from './load.ts'
import type { Request } from './questions.ts'
import { atMost, type Figure, processorTime } from './report.ts'
import { inRounds, median, type Pace } from './rounds.ts'
import { secretKey } from './servers/contestants.ts'
import { type Server, start } from './servers/start.ts'
import { verify } from './verify.ts'
import { type Workload, workloads } from './workloads.ts'

const clinic = { days: 396, perDay: 14, checkins: 100 }
const measured = ['checkin', 'day', 'day-once', 'month', 'unchanged']
// What the audit may add to a request.
const maxRatio = 1.1

const settings = ['on', 'off'] as const
type Setting = (typeof settings)[number]

/** Measures lookups and lists with the audit and without it, in turn, by two processes of the same routes. */
export async function measureAudit(engine: Engine, folder: string, pace: Pace): Promise<Figure[]> {
  const shapes = Array.from({ length: pace.clinics }, (_, index) => ({ id: `clinica-${index}`, ...clinic }))
  const databases = {} as Record<Setting, { url: string; ofRequests: Workload[] }>
  for (const setting of settings) {
    const url = await engine.create(`audit_${setting}`)
    databases[setting] = { url, ofRequests: workloads(await fillDatabase(engine, url, shapes)) }
  }
  const figures: Figure[] = []
  for (const name of measured) figures.push(await measure(engine, folder, pace, databases, name))
  for (const setting of settings) await engine.drop(`audit_${setting}`)
  return figures
}

async function measure(
  engine: Engine,
  folder: string,
  pace: Pace,
  databases: Record<Setting, { url: string; ofRequests: Workload[] }>,
  name: string,
): Promise<Figure> {
  const servers: Server[] = []
  try {
    const run = {} as Record<Setting, () => Promise<Measured>>
    for (const setting of settings) {
      const { url, ofRequests } = databases[setting]
      const workload = ofRequests.find((one) => one.name === name)!
      const requests = workload.questions.map(({ rollcall }) => rollcall)
      const server = await startWith(setting, url, folder, requests[0]!, workload.isPolled || name === 'unchanged')
      servers.push(server)
      const asked = name === 'unchanged' ? requests.map(unchanged) : requests
      const bytes = name === 'unchanged' ? 0 : await verify(server, workload, asked)
      const file = join(folder, `audit-${setting}.requests`)
      writeRequests(file, asked)
      await load(server, file, pace.warmUp, bytes)
      run[setting] = async () => {
        const before = engine.serverTime()
        const one = await load(server, file, pace.seconds, bytes)
        return { ...one, database: ((engine.serverTime() - before) / one.requests) * 1e6 }
      }
    }
    const rounds = await inRounds(pace.rounds, run)
    const { work } = databases.on.ofRequests.find((one) => one.name === name)!
    return figure(work, rounds)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

interface Measured extends Load {
  /** The database server's processor time for each response, in microseconds. */
  database: number
}

const startWith = (setting: Setting, url: string, folder: string, first: Request, isPolled: boolean | undefined) =>
  start(
    `audit ${setting}`,
    ['bench/servers/audited.ts'],
    {
      ...{ DATABASE_URL: url, SECRET_KEY: secretKey, RATE_LIMIT: '1000000000', OUTBOX_DIR: folder },
      ...{ AUDIT: setting, LIST_CACHE_MB: isPolled ? '64' : '1' },
    },
    first,
  )

const unchanged = ({ path, headers }: Request): Request => ({ path, headers: { ...headers, 'If-None-Match': '*' } })

function figure(work: string, rounds: Record<Setting, Measured>[]): Figure {
  const of = (setting: Setting, measure: (one: Measured) => number) =>
    median(rounds.map((round) => measure(round[setting])))
  const all = ({ mainThread, otherThreads, database }: Measured) => mainThread + otherThreads + database
  const cell = (setting: Setting) =>
    `${processorTime(
      of(setting, ({ mainThread }) => mainThread),
      of(setting, ({ otherThreads }) => otherThreads),
    )}, the database ${of(setting, ({ database }) => database).toFixed(1)} µs`
  const ratio = median(rounds.map(({ on, off }) => all(on) / all(off)))
  return {
    work: `${work}, with the audit, and without it`,
    rollcall: `${cell('on')}; ${cell('off')}`,
    absolute: [atMost(ratio, maxRatio, (value) => `${value.toFixed(2)}×`)],
  }
}
