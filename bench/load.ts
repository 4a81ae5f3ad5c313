import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Request } from './questions.ts'
import type { Server } from './servers/start.ts'

const loadCore = '1'
const usualConnections = 32

/** The output of load.lua. */
interface Output {
  requests: number
  bytes: number
  seconds: number
  /** The 99th percentile of the latency, in milliseconds. */
  p99: number
  /** Error responses and broken connections; empty without faults. */
  faults: string
}

/** The load of one round. */
export interface Load extends Output {
  /** Responses per second. */
  rate: number
  /** The server's processor time for each response, in microseconds. */
  mainThread: number
  otherThreads: number
}

const script = fileURLToPath(new URL('load.lua', import.meta.url))

/** Writes the requests for the generator: one line each, with path, headers and body separated by tabs. */
export function writeRequests(path: string, requests: Request[]) {
  const lines = requests.map(({ path, headers, body }) =>
    [path, ...Object.entries({ ...headers, ...(body && { ':body': body }) }).flat()].join('\t'),
  )
  writeFileSync(path, `${lines.join('\n')}\n`)
}

/** Loads the server.
 *  @throws Error if a request fails, or if the mean length of responses differs from `bytes` by more than 10 % */
export async function load(
  server: Server,
  requestsFile: string,
  seconds: number,
  bytes: number,
  connections = usualConnections,
): Promise<Load> {
  const command = ['wrk', '-t1', '--timeout', '10s', `-c${connections}`, `-d${seconds}s`, '-s', script]
  const before = server.processorTime()
  const { stdout } = await promisify(execFile)('taskset', [
    '-c',
    loadCore,
    ...command,
    server.origin,
    '--',
    requestsFile,
  ])
  const after = server.processorTime()
  const done = JSON.parse(stdout.slice(stdout.indexOf('{"'))) as Output
  const length = done.bytes / done.requests
  if (done.faults) throw new Error(`${server.name}, in ${done.requests} responses: ${done.faults}`)
  if (!(length >= bytes * 0.9 && length <= bytes * 1.1 + maxHeadBytes)) {
    throw new Error(
      `${server.name}: responses had ${Math.round(length)} bytes where ${Math.round(bytes)} were expected`,
    )
  }
  const each = (seconds: number) => (seconds / done.requests) * 1e6
  const mainThread = each(after.mainThread - before.mainThread)
  // Main thread and process are counted in different units, so the difference of little time can be negative.
  const otherThreads = Math.max(each(after.all - before.all) - mainThread, 0)
  return { ...done, rate: done.requests / done.seconds, mainThread, otherThreads }
}

const maxHeadBytes = 1_200

/** Moves this process off the server's core. */
export const stepAside = () => spawnSync('taskset', ['-a', '-p', '-c', loadCore, `${process.pid}`])
