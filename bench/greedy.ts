import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { firstDay } from './appointments.ts'
import type { Client } from './dataset.ts'
import { checkIn, listActions, type Request } from './questions.ts'
import { atMost, type Figure } from './report.ts'
import type { Pace } from './rounds.ts'
import { type Databases, startRollcall } from './servers/contestants.ts'
import type { Server } from './servers/start.ts'

const connectionsOfEachKind = 200
const lookUpsAtOnce = 8
const settleMs = 3_000
const secondsAtLeast = 10

/** Measures lookups and a long list of one clinic while another credential reads its own long list over 400
 *  connections, half of which stall. */
export async function measureGreedy(
  hospital: Client,
  clinic: Client,
  databases: Databases,
  pace: Pace,
): Promise<Figure> {
  const year = listActions(hospital, firstDay, firstDay.add({ days: hospital.days - 1 })).rollcall
  const ownList = listActions(clinic, firstDay, firstDay.add({ days: clinic.days - 1 })).rollcall
  const lookUps = clinic.checkinTokens.map((token) => checkIn(clinic, token).rollcall)
  const seconds = Math.max(pace.seconds, secondsAtLeast)
  const server = await startRollcall(databases.rollcall, lookUps[0]!)
  try {
    await lookUpFor(server, lookUps, pace.warmUp)
    const alone = await lookUpFor(server, lookUps, seconds)
    const greedy = startGreedy(server, year)
    await delay(settleMs)
    const [beside, own] = await Promise.all([lookUpFor(server, lookUps, seconds), readOften(server, ownList, seconds)])
    const statuses = await stopGreedy(greedy)
    const floor = 2 * alone.p99 + 5
    const write = (ms: number) => `${ms.toFixed(1)} ms`
    return {
      work: `lookups beside ${2 * connectionsOfEachKind} long lists of one other token`,
      rollcall: `p50 ${write(beside.p50)}, p99 ${write(beside.p99)}, worst ${write(beside.worst)} (alone ${write(alone.p50)}, ${write(alone.p99)}, ${write(alone.worst)}); own list ${own.join(', ')}; the other token ${statuses}`,
      absolute: [atMost(beside.p99, floor, (ms) => `p99 ${write(ms)}`)],
    }
  } finally {
    await server.stop()
  }
}

function startGreedy(server: Server, { path, headers }: Request): ChildProcess {
  const program = fileURLToPath(new URL('greedy-client.ts', import.meta.url))
  const args = [program, server.origin, path, headers.Authorization!, `${connectionsOfEachKind}`]
  return spawn('taskset', ['-c', '1', 'nice', process.execPath, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
}

async function stopGreedy(greedy: ChildProcess): Promise<string> {
  const printed = text(greedy.stdout!)
  greedy.kill('SIGTERM')
  return printed
}

/** Returns the durations of lookups in milliseconds. They run concurrently on keep-alive connections. */
async function lookUpFor(server: Server, requests: Request[], seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: lookUpsAtOnce })
  const took: number[] = []
  const until = performance.now() + seconds * 1_000
  const one = async (first: number) => {
    for (let next = first; performance.now() < until; next += lookUpsAtOnce) {
      const started = performance.now()
      await read(server, requests[next % requests.length]!, agent)
      took.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: lookUpsAtOnce }, (_, first) => one(first)))
  agent.destroy()
  const sorted = took.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!
  return { p50: at(0.5), p99: at(0.99), worst: at(1) }
}

/** Reads the list repeatedly. Returns each outcome with its count. */
async function readOften(server: Server, request: Request, seconds: number): Promise<string[]> {
  const agent = new Agent({ keepAlive: true })
  const outcomes: Record<string, number> = {}
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; await delay(200)) {
    const outcome = await read(server, request, agent).then(
      () => 'whole',
      (error: Error) => error.message,
    )
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  agent.destroy()
  return Object.entries(outcomes).map(([outcome, count]) => `${count} × ${outcome}`)
}

async function read({ origin }: Server, { path, headers }: Request, agent: Agent) {
  const [answer] = await once(get(`${origin}${path}`, { headers, agent }), 'response')
  for await (const _chunk of answer);
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}`)
}
