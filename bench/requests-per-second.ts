import { join } from 'node:path'
import { floors, type Ratios } from './floors.ts'
import { type Load, load, writeRequests } from './load.ts'
import type { Product, Request } from './questions.ts'
import { atLeast, type Figure, perSecond, processorTime, times } from './report.ts'
import { inRounds, median, type Pace, type Rounds } from './rounds.ts'
import { type Databases, startCeiling, startProduct } from './servers/contestants.ts'
import type { Server } from './servers/start.ts'
import { ask, verify } from './verify.ts'
import type { Workload } from './workloads.ts'

const peers = ['express', 'platformatic'] as const

/** Each server with its requests. */
type Contestants = Map<string, [Server, Request[]]>

/** Measures Rollcall, the ceiling and the peers that support the query with the same queries. */
export async function measureWorkload(workload: Workload, databases: Databases, pace: Pace): Promise<Figure> {
  const contestants: Contestants = new Map()
  try {
    await gather(contestants, workload, databases)
    const run: Record<string, () => Promise<Load>> = {}
    for (const [name, [server, requests]] of contestants) {
      const bytes = await verify(server, workload, requests)
      const requestsFile = join(databases.folder, `${name}.requests`)
      writeRequests(requestsFile, requests)
      await load(server, requestsFile, pace.warmUp, bytes)
      run[name] = () => load(server, requestsFile, pace.seconds, bytes)
    }
    const rounds = await inRounds(pace.rounds, run)
    const hits =
      workload.status === 200 && workload.name !== 'checkin' ? await hitRate(contestants.get('rollcall')![0]) : ''
    return figure(`${workload.work}${hits}`, floors[databases.engine.name].requests[workload.name]!, rounds)
  } finally {
    await Promise.all(contestants.values().map(([server]) => server.stop()))
  }
}

async function gather(contestants: Contestants, { questions, status, isPolled }: Workload, databases: Databases) {
  const enter = async (product: Product, requests: Request[]) =>
    contestants.set(product, [await startProduct(product, databases, requests[0]!, isPolled), requests])

  await enter(
    'rollcall',
    questions.map((question) => question.rollcall),
  )
  const [rollcall, plain] = contestants.get('rollcall')!
  const requests = status === 304 ? await repeated(rollcall, plain) : plain
  contestants.set('rollcall', [rollcall, requests])

  const { body } = await ask(rollcall, requests[0]!)
  const ceiling = await startCeiling(databases, body)
  contestants.set('ceiling', [ceiling, requests])
  if (!(await ask(ceiling, requests[0]!)).body.equals(body))
    throw new Error('The ceiling returns other bytes than Rollcall')

  // The peers have no entity tags.
  if (status === 304) return
  for (const peer of peers)
    await enter(
      peer,
      questions.map((question) => question[peer]),
    )
}

/** Returns the requests as a poller repeats them, with If-None-Match. */
async function repeated(server: Server, requests: Request[]): Promise<Request[]> {
  const again: Request[] = []
  for (const { path, headers } of requests) {
    const { etag } = await ask(server, { path, headers })
    again.push({ path, headers: { ...headers, 'If-None-Match': etag! } })
  }
  return again
}

/** Returns the share of lists that Rollcall's cache had. */
async function hitRate({ origin }: Server): Promise<string> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  const count = (result: string) =>
    Number(new RegExp(`rollcall_list_cache_requests_total{result="${result}"} (\\d+)`).exec(metrics)?.[1] ?? 0)
  const [hits, misses] = [count('hit'), count('miss')]
  return `, hit rate ${((100 * hits) / (hits + misses)).toFixed(1)} %`
}

// Other work on the machine changes rates twofold, and processor time hardly at all.
const mainThread = (load: Load) => load.mainThread
const allThreads = (load: Load) => load.mainThread + load.otherThreads

function figure(work: string, floor: Ratios, rounds: Rounds<string, Load>): Figure {
  const of = (name: string, measure: (load: Load) => number) => median(rounds.map((round) => measure(round[name]!)))
  const to = (other: keyof Ratios, measure: (load: Load) => number) =>
    median(rounds.map((round) => measure(round[other]!) / measure(round.rollcall!)))
  const cell = (name: string) =>
    `${perSecond(of(name, ({ rate }) => rate))}, ${processorTime(
      of(name, mainThread),
      of(name, (load) => load.otherThreads),
    )}`
  const shared = {
    work,
    rollcall: cell('rollcall'),
    ceiling: cell('ceiling'),
    absolute: [atLeast(to('ceiling', mainThread), floor.ceiling, (ratio) => ratio.toFixed(2))],
  }
  if (!rounds[0]!.express) return shared
  return {
    ...shared,
    express: cell('express'),
    platformatic: cell('platformatic'),
    toExpress: atLeast(to('express', allThreads), floor.express, times),
    toPlatformatic: atLeast(to('platformatic', allThreads), floor.platformatic, times),
  }
}
