import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Request } from './questions.ts'
import type { Server } from './servers/start.ts'

const loadCore = '1'
const usualConnections = 32

/** The output of load.lua. */
export interface Load {
  requests: number
  bytes: number
  seconds: number
  /** The 99th percentile of the latency, in milliseconds. */
  p99: number
  /** Error responses and broken connections; empty without faults. */
  faults: string
}

const script = fileURLToPath(new URL('load.lua', import.meta.url))

/** Writes the requests for the generator: one line each, with path, headers and body separated by tabs. */
export function writeRequests(path: string, requests: Request[]) {
  const lines = requests.map(({ path, headers, body }) =>
    [path, ...Object.entries({ ...headers, ...(body && { ':body': body }) }).flat()].join('\t'),
  )
  writeFileSync(path, `${lines.join('\n')}\n`)
}

/** Loads the server and returns responses per second.
 *  @throws Error if a request fails, or if the mean length of responses differs from `bytes` by more than 10 % */
export async function load(server: Server, requestsFile: string, seconds: number, bytes: number): Promise<number> {
  const done = await loadOnce(server, requestsFile, seconds, bytes)
  return done.requests / done.seconds
}

/** Does the same, and returns the output of wrk. */
export async function loadOnce(
  server: Server,
  requestsFile: string,
  seconds: number,
  bytes: number,
  connections = usualConnections,
): Promise<Load> {
  const command = ['wrk', '-t1', '--timeout', '10s', `-c${connections}`, `-d${seconds}s`, '-s', script]
  const { stdout } = await promisify(execFile)('taskset', [
    '-c',
    loadCore,
    ...command,
    server.origin,
    '--',
    requestsFile,
  ])
  const done = JSON.parse(stdout.slice(stdout.indexOf('{"'))) as Load
  const each = done.bytes / done.requests
  if (done.faults) throw new Error(`${server.name}, in ${done.requests} responses: ${done.faults}`)
  if (!(each >= bytes * 0.9 && each <= bytes * 1.1 + maxHeadBytes)) {
    throw new Error(`${server.name}: responses had ${Math.round(each)} bytes where ${Math.round(bytes)} were expected`)
  }
  return done
}

const maxHeadBytes = 1_200

/** Moves this process off the server's core. */
export const stepAside = () => spawnSync('taskset', ['-a', '-p', '-c', loadCore, `${process.pid}`])
