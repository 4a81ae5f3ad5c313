import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createAudit } from '../src/access/audit/audit.ts'
import { createAccessToken, type Grant } from '../src/access/credentials/access-token.ts'
import { scopes } from '../src/access/credentials/scope.ts'
import { buildApp, type Dependencies } from '../src/app.ts'
import { readConfig } from '../src/channels/configuration.ts'
import { liveChannels } from '../src/channels/settings/live-channels.ts'
import type { Config } from '../src/platform/config/config.ts'
import { connectForCommand } from '../src/platform/database/connect.ts'
import type { Database, DatabaseWait } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createMetrics } from '../src/platform/http/metrics.ts'
import { createSecret } from '../src/platform/keys/secret.ts'
import { createLog } from '../src/platform/logging/log.ts'
import { type Instant, parseInstant } from '../src/platform/time/instant.ts'
import type { HistoryLine } from '../src/systems/import/history-line.ts'
import { importHistory, withHistory } from '../src/systems/import/import-history.ts'
import { type Engine, engines } from './databases.ts'
import { checkResponses } from './declared-responses.ts'
import { requestsWith } from './requests.ts'
import { fileSenders, workOf } from './work.ts'

interface Choices {
  engine?: Engine
  /** The address of an existing database. */
  url?: string
  config?: Partial<Config>
  /** `connectPatiently` for tests of servers that do not respond: all other connections wait for them without a timeout. */
  open?: (url: string, onWait: DatabaseWait) => Promise<Database>
  replica?: Database
  streams?: Dependencies['streams']
  demo?: Dependencies['demo']
  /** The senders of test messages, by default into files. */
  senders?: Dependencies['senders']
  unsent?: Dependencies['unsent']
  channelHealth?: Dependencies['channelHealth']
}

export type Rollcall = Awaited<ReturnType<typeof bootRollcall>>

/** Runs the test against the whole service on a new database of each engine. */
export function eachEngine(name: string, run: (rollcall: Rollcall) => Promise<void>, choices: Choices = {}) {
  for (const engine of Object.keys(engines) as Engine[]) {
    test(`${name} [${engine}]`, async () => run(await bootRollcall({ ...choices, engine })))
  }
}

/** Runs the test against the whole service on SQLite, for rules that do not depend on the engine. */
export const serviceTest = (name: string, run: (rollcall: Rollcall) => Promise<void>, choices: Choices = {}) =>
  test(name, async () => run(await bootRollcall(choices)))

export const secretKey = 'a key of the tests with 32 characters'

/** Boots the whole service on a new database until the end of the test. Only the clock is fake. */
export async function bootRollcall(choices: Choices = {}) {
  const { outbox, ...service } = await startService(choices)
  const { app, database, clock, folder } = service
  const tokenFor = async (grant: Partial<Grant> = {}) => {
    const all: Grant = { name: 'test', scopes: [...scopes], entities: 'all', expiresAt: null }
    return createAccessToken(database, clock, { ...all, ...grant })
  }
  const { token } = await tokenFor()
  return {
    ...service,
    token,
    tokenFor,
    /** Imports history as `rollcall import` does. */
    given: (...lines: HistoryLine[]) => importLines(database, folder, lines),
    ...requestsWith(app, token),
    ...workOf(service, outbox),
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
  }
}

async function startService({
  engine = 'sqlite',
  url: existing,
  open = connectForCommand,
  replica,
  config: chosen,
  streams,
  demo,
  senders,
  unsent,
  channelHealth,
}: Choices) {
  const folder = temporaryFolder()
  const outbox = join(folder, 'outbox')
  const url = existing ?? (await engines[engine](folder))
  const [clock, secret, metrics] = [testClock(), createSecret(secretKey), createMetrics()]
  const database = await open(url, metrics.databaseWait)
  await migrate(database)
  const { log, logged } = testLog()
  const config: Config = {
    ...readConfig({ RATE_LIMIT: '0', LIST_CACHE_MB: process.env.LIST_CACHE_MB }),
    ...chosen,
  }
  const audit = createAudit({ database, clock, log, metrics })
  const channels = liveChannels({ config, database, secret, log })
  const app = await buildApp({
    database,
    replica,
    config,
    secret,
    clock,
    metrics,
    log,
    audit,
    channels,
    ...(streams && { streams }),
    senders: senders ?? (() => fileSenders(outbox)),
    ...(unsent && { unsent }),
    ...(demo && { demo }),
    ...(channelHealth && { channelHealth }),
  })
  checkResponses(app)
  onTestFinished(async () => {
    await app.close()
    await audit.close()
    // Each route that uses the data of contacts says whose.
    expect(logged.filter((line) => line.includes('does not say whose'))).toEqual([])
    await database.destroy()
  })
  return { app, url, config, database, clock, secret, metrics, log, audit, channels, logged, folder, outbox }
}

function testLog() {
  const logged: string[] = []
  const sink = new Writable({ write: (line, _encoding, done) => done(void logged.push(String(line))) })
  return { log: createLog('info', sink), logged }
}

/** A clock that stands still until the test sets `time`. `jump` moves only the wall clock. */
function testClock() {
  let jumped = 0
  return {
    time: parseInstant('2026-03-30T08:00:00Z')!,
    now(): Instant {
      return this.time + jumped
    },
    monotonic(): number {
      return this.time
    },
    jump(by: Instant) {
      jumped += by
    },
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function writeHistory(folder: string, lines: (HistoryLine | string)[]): string {
  const file = join(folder, 'history.ndjson')
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return file
}

export function importLines(database: Database, folder: string, lines: (HistoryLine | string)[]) {
  const file = writeHistory(folder, lines)
  return withHistory(file, process.stdin, (descriptor) =>
    importHistory(database, createSecret(secretKey), descriptor, () => {}),
  )
}

/** Returns the path of the list by date. */
export const byDate = (start: string, end = start, query = '', entityId = 'clinica-lisboa') =>
  `/v1/metrics/notifications/actions/${entityId}/bydate/${start}/${end}${query}`

/** Returns the path of the list of visits. */
export const byVisit = (start: string, end = start, query = '', entityId = 'clinica-lisboa') =>
  `/v1/notifications/${entityId}/byvisit/${start}/${end}${query}`

/** Follows the `Link` headers of a paginated list. Returns all responses. */
export async function eachPage({ get }: Pick<Rollcall, 'get'>, first: string) {
  const pages = []
  for (let url: string | undefined = first; url; ) {
    const page = await get(url)
    pages.push(page)
    url = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link))?.[1]
  }
  return pages
}

/** Returns the path of the check-in lookup. */
export const byToken = (token: string, entityId = 'clinica-lisboa') =>
  `/v1/checkin/bytoken/${entityId}/${encodeURIComponent(token)}`
