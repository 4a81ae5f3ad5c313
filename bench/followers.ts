import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCredential } from '../src/access/credential.ts'
import { connectForCommand } from '../src/database/connect.ts'
import { migrate } from '../src/database/migrate.ts'
import { systemClock } from '../src/instant.ts'
import { usePostgres } from './engines/postgres.ts'
import { useSqlite } from './engines/sqlite.ts'

// node bench/followers.ts: the cost of idle followers of the feed, one of each entity. The long polls are sent again.
// Each follower has a socket here and one in the server: raise `ulimit -n`.
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    /** The folder of the version to measure. */
    tree: { type: 'string', default: process.cwd() },
    polls: { type: 'string', default: '10000' },
    streams: { type: 'string', default: '10000' },
  },
})
const [polls, streams] = [Number(values.polls), Number(values.streams)]
const streamsPerCredential = 32
const connectAtOnce = 200
// Each long poll ends once in this time, and its client sends the next one.
const measuredSeconds = 30
const metricsPort = 19_090
const clockTicksPerSecond = 100

const entityOf = (index: number) => `clinica-${index}`

async function fill(url: string): Promise<string[]> {
  const database = await connectForCommand(url)
  await migrate(database)
  const count = Math.max(polls, streams)
  for (let from = 0; from < count; from += 1_000) {
    const rows = Array.from({ length: Math.min(1_000, count - from) }, (_, index) => ({
      ...{ entity_id: entityOf(from + index), name: 'Clínica', time_zone: 'Europe/Lisbon', language: 'pt' },
      last_sequence: 1,
    }))
    await database.insertInto('entities').values(rows).execute()
  }
  const tokens: string[] = []
  for (let made = 0; made < count; made += streamsPerCredential) {
    const grant = { name: `follower ${made}`, scopes: ['actions:read' as const], entities: 'all' as const }
    tokens.push((await createCredential(database, systemClock, { ...grant, expiresAt: null })).token)
  }
  await database.destroy()
  return tokens
}

async function serve(url: string): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [join(values.tree, 'bin/rollcall.js'), 'serve'], {
    cwd: values.tree,
    env: {
      ...process.env,
      ...{ DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32), PORT: '0', RATE_LIMIT: '0', LOG_LEVEL: 'info' },
      METRICS_PORT: String(metricsPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let log = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error(log)))
    child.stdout!.on('data', (data) => {
      log += data
      const listening = /Server listening at http:[^"]+:(\d+)"/.exec(log)
      if (listening) resolve(Number(listening[1]))
    })
  })
  return { child, port }
}

/** Resolves once the server has the request; for a stream, once it has responded. */
async function follow(port: number, path: string, token: string, accept: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  socket.write(head)
  if (accept !== 'text/event-stream') return socket.on('data', () => socket.write(head))
  const [response] = await once(socket, 'data')
  if (!String(response).startsWith('HTTP/1.1 200')) throw new Error(String(response))
  return socket.resume()
}

async function followAll(port: number, tokens: string[]): Promise<Socket[]> {
  const since = (index: number) => `/v1/metrics/notifications/actions/${entityOf(index)}/since/1`
  const tokenOf = (index: number) => tokens[Math.floor(index / streamsPerCredential)]!
  const followers = [
    ...Array.from(
      { length: streams },
      (_, index) => () => follow(port, since(index), tokenOf(index), 'text/event-stream'),
    ),
    // The polls come last: they wait for 30 s only.
    ...Array.from(
      { length: polls },
      (_, index) => () => follow(port, `${since(index)}?wait=30`, tokenOf(index), '*/*'),
    ),
  ]
  const sockets: Socket[] = []
  for (let from = 0; from < followers.length; from += connectAtOnce) {
    sockets.push(...(await Promise.all(followers.slice(from, from + connectAtOnce).map((start) => start()))))
  }
  return sockets
}

/** Returns the number of the service's reads so far. */
async function statements(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^rollcall_database_wait_seconds_count\{kind="read"\} (\d+)/m.exec(metrics)![1])
}

function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond
}

const residentMiB = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

const folder = mkdtempSync(join(tmpdir(), 'rollcall-followers-'))
const engine = values.engine === 'postgres' ? await usePostgres() : useSqlite(folder)
try {
  const url = await engine.create('followers')
  const tokens = await fill(url)
  await engine.settle(url)
  const { child, port } = await serve(url)
  try {
    const sockets = await followAll(port, tokens)
    // The server reads the last requests. The first long polls end 30 s after their start.
    await delay(3_000)
    const open = () => sockets.filter(({ closed }) => !closed).length
    const count = await statements()
    const [seconds, started] = [processorSeconds(child.pid!), performance.now()]
    await delay(measuredSeconds * 1_000)
    const took = (performance.now() - started) / 1_000
    const core = (processorSeconds(child.pid!) - seconds) / took
    const perSecond = ((await statements()) - count) / took
    const followers = `${polls} long polls, ${streams} live streams (${open()} of ${sockets.length} sockets open)`
    const memory = `${residentMiB(child.pid!).toFixed(0)} MiB`
    console.log(
      `${engine.name}, ${followers}: ${(100 * core).toFixed(1)} % of a core, ${perSecond.toFixed(1)} statements/s, ${memory}`,
    )
    for (const socket of sockets) socket.destroy()
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
} finally {
  await engine.stop()
  rmSync(folder, { recursive: true })
}
