import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { inject, onTestFinished, test } from 'vitest'
import { createCredential, type Grant, scopes } from '../src/access/credential.ts'
import { buildApp, type Dependencies } from '../src/app.ts'
import { readConfig } from '../src/channels/configuration.ts'
import { fileSender } from '../src/channels/file-sender.ts'
import { mobile } from '../src/channels/mobile/mobile.ts'
import type { Senders } from '../src/channels/open-channels.ts'
import { channelNames, findChannel } from '../src/channels/registry.ts'
import type { Config } from '../src/config/config.ts'
import { connectForCommand, connectReplicas } from '../src/database/connect.ts'
import type { Database, DatabaseWait } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'
import { type DeliveryContext, startDue } from '../src/delivery/deliver.ts'
import { dueDeliveries } from '../src/delivery/due-deliveries.ts'
import { createMetrics } from '../src/http/metrics.ts'
import type { HistoryLine } from '../src/import/history-line.ts'
import { importHistory, withHistory } from '../src/import/import-history.ts'
import { type Instant, parseInstant } from '../src/instant.ts'
import { createLog } from '../src/log.ts'
import { dueReminders, remindDue } from '../src/reminders/remind.ts'
import { compose } from '../src/replies/compose.ts'
import { incoming } from '../src/replies/incoming.ts'
import { steadyClock } from '../src/scheduling/steady-clock.ts'
import { createSecret } from '../src/secret.ts'
import { webhookWork } from '../src/webhooks/worker.ts'
import { createCitusDatabase, dropCitusDatabases, TEST_CITUS_URL } from './citus.ts'
import { checkResponses } from './declared-responses.ts'
import { administer, createDatabase, dropDatabase } from './postgres-server.ts'

/** The engines of every database test, and Citus if `TEST_CITUS_URL` names a cluster. Each function returns the address of
 *  an empty database. */
const engines = {
  sqlite: emptyFile,
  postgres: () => emptyDatabase('postgres', createFromTemplate),
  ...(TEST_CITUS_URL && { citus: () => emptyDatabase('citus', createMigratedOnCitus) }),
} as Record<Engine, (folder: string) => Promise<string>>

type Engine = 'sqlite' | 'postgres' | 'citus'

interface Choices {
  engine?: Engine
  /** The address of an existing database. */
  url?: string
  config?: Partial<Config>
  /** `connect` for tests of the service's timeouts. A busy machine can exceed them in any other test. */
  open?: (url: string, onWait: DatabaseWait) => Promise<Database>
  /** The PostgreSQL standbys of the database. */
  replicaUrls?: string[]
  streams?: Dependencies['streams']
  demo?: Dependencies['demo']
  /** The senders of test messages, by default into files. */
  senders?: Dependencies['senders']
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

export const secretKey = 'a key of the tests, of 32 characters'

/** Boots the whole service on a new database until the end of the test. Only the clock is fake. */
export async function bootRollcall({
  engine = 'sqlite',
  url: existing,
  open = connectForCommand,
  replicaUrls = [],
  config,
  streams,
  demo,
  senders,
}: Choices = {}) {
  const folder = temporaryFolder()
  const url = existing ?? (await engines[engine](folder))
  const clock = testClock()
  const clockOfBatch = steadyClock(clock)
  const secret = createSecret(secretKey)
  const metrics = createMetrics()
  const database = await open(url, metrics.databaseWait)
  await migrate(database)

  const logged: string[] = []
  const sink = new Writable({ write: (line, _encoding, done) => done(void logged.push(String(line))) })
  const log = createLog('info', sink)
  const settings = {
    ...readConfig({ RATE_LIMIT: '0', LIST_CACHE_MB: process.env.LIST_CACHE_MB }),
    replicaUrls,
    ...config,
  }
  const readRouter = await connectReplicas(database, settings, metrics.databaseWait)
  const app = await buildApp({
    database,
    readRouter,
    config: settings,
    secret,
    clock,
    metrics,
    log,
    ...(streams && { streams }),
    senders: senders ?? (() => sending().senders),
    ...(demo && { demo }),
  })
  checkResponses(app)
  onTestFinished(async () => {
    await app.close()
    await readRouter.close()
    await database.destroy()
  })

  const tokenFor = async (grant: Partial<Grant> = {}) => {
    const all: Grant = { name: 'test', scopes: [...scopes], entities: 'all', expiresAt: null }
    return createCredential(database, clock, { ...all, ...grant })
  }
  const { token } = await tokenFor()

  const outbox = join(folder, 'outbox')
  /** The context of deliveries, by default into files. */
  const sending = (senders: Partial<Senders> = {}, key = secret): DeliveryContext => ({
    ...{ database, secret: key, clock, steadyClock: clockOfBatch, log, config: settings },
    senders: {
      ...(Object.fromEntries(channelNames.map((name) => [name, fileSender(findChannel(name), outbox)])) as Senders),
      ...senders,
    },
    compose,
    origin: () => 'https://rollcall.test',
  })

  return {
    app,
    url,
    config: settings,
    readRouter,
    database,
    clock,
    secret,
    metrics,
    log,
    logged,
    folder,
    token,
    tokenFor,
    /** Imports history as `rollcall import` does. */
    given: (...lines: HistoryLine[]) => importLines(database, folder, lines),
    get: (url: string, headers: Record<string, string> = {}) =>
      app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } }),
    /** Posts a value as JSON, JSON as it is written, or an empty body. */
    post: (url: string, body?: object | string | Buffer, headers: Record<string, string> = {}) => {
      const type = typeof body === 'string' || Buffer.isBuffer(body) ? { 'content-type': 'application/json' } : {}
      const sent = { authorization: `Bearer ${token}`, ...type, ...headers }
      return app.inject({ url, method: 'POST', headers: sent, ...(body && { payload: body }) })
    },
    /** Posts a form, as a contact's browser does. */
    postForm: (url: string, form: Record<string, string> | string | Buffer, headers: Record<string, string> = {}) => {
      const isWritten = typeof form === 'string' || Buffer.isBuffer(form)
      const payload = isWritten ? form : new URLSearchParams(form).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return app.inject({ url, method: 'POST', headers: { ...type, ...headers }, payload })
    },
    remove: (url: string, headers: Record<string, string> = {}) =>
      app.inject({ url, method: 'DELETE', headers: { authorization: `Bearer ${token}`, ...headers } }),
    patch: (url: string, payload: object, headers: Record<string, string> = {}) =>
      app.inject({ url, method: 'PATCH', headers: { authorization: `Bearer ${token}`, ...headers }, payload }),
    put: (url: string, payload: object, headers: Record<string, string> = {}) =>
      app.inject({ url, method: 'PUT', headers: { authorization: `Bearer ${token}`, ...headers }, payload }),
    sending,
    /** Attempts due deliveries, by default into files. Returns the number of attempts. */
    async deliver(senders: Partial<Senders> = {}, key = secret) {
      let attempted = 0
      for (const channel of channelNames) {
        const attempts: Promise<unknown>[] = []
        await startDue(sending(senders, key), dueDeliveries(database, channel), 10, (attempt) => {
          attempt.catch(() => {})
          attempts.push(attempt)
        })
        await Promise.allSettled(attempts)
        await Promise.all(attempts)
        attempted += attempts.length
      }
      return attempted
    },
    /** Gives due webhooks a turn each. Returns the number that were due. */
    async pushEvents() {
      const turns: Promise<void>[] = []
      const work = webhookWork({ database, config: settings, secret, metrics, log, steadyClock: clockOfBatch })
      const { signal } = new AbortController()
      const due = await work.startDue({
        free: work.slots,
        start: (turn) => turns.push(turn),
        pause() {},
        signal,
        abortSignal: signal,
      })
      await Promise.all(turns)
      return due
    },
    /** Looks at the due reminders. Returns the number of notifications that were due. */
    remind: () => remindDue(database, { secret, config: settings }, dueReminders(database), clock),
    /** Receives receipts and replies. */
    incoming: incoming({ database, config: settings, secret, clock, log }, mobile.name),
    /** Returns the contents of the outbox files with this ending. */
    outbox: (ending: string) =>
      readdirSync(outbox)
        .filter((name) => name.endsWith(ending))
        .map((name) => readFileSync(join(outbox, name), 'utf8')),
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
  }
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

let migratedFile: Buffer | undefined

/** Returns the address of an empty SQLite database. Copies a migrated file: that is ten times faster than migrating. */
async function emptyFile(folder: string): Promise<string> {
  migratedFile ??= await migrateFile()
  const path = join(folder, 'rollcall.db')
  writeFileSync(path, migratedFile, { mode: 0o600 })
  return `sqlite:${path}`
}

async function migrateFile(): Promise<Buffer> {
  const path = join(temporaryFolder(), 'rollcall.db')
  const database = await connectForCommand(`sqlite:${path}`)
  await migrate(database)
  await database.destroy()
  return readFileSync(path)
}

/** Creates a PostgreSQL database from the template, by default an empty one, and returns its address. */
export async function temporaryDatabase(template?: string): Promise<string> {
  const name = `rollcall_${randomUUID().replaceAll('-', '')}`
  onTestFinished(() => dropDatabase(inject('postgres'), name))
  return createDatabase(inject('postgres'), name, template)
}

/** Creates an empty database on the cluster of `TEST_CITUS_URL`, and returns its address. */
export async function emptyCitusDatabase(): Promise<string> {
  const name = `rollcall_${randomUUID().replaceAll('-', '')}`
  onTestFinished(() => dropCitusDatabases(name))
  return createCitusDatabase(name)
}

/** Creates a migrated database on the cluster of `TEST_CITUS_URL`, and returns its address. */
export const temporaryCitusDatabase = async () => migrated(await emptyCitusDatabase())

const idle = { postgres: [] as string[], citus: [] as string[] }

/** Returns the address of an empty PostgreSQL database. Reuses databases: emptying one is faster than creating one. */
async function emptyDatabase(engine: keyof typeof idle, create: (name: string) => Promise<string>): Promise<string> {
  const used = await emptied(idle[engine].pop())
  const url = used ?? (await create(`${inject('template')}_${randomUUID().replaceAll('-', '')}`))
  onTestFinished(() => void idle[engine].push(url))
  return url
}

const createFromTemplate = (name: string) => createDatabase(inject('postgres'), name, inject('template'))

const createMigratedOnCitus = async (name: string) => migrated(await createCitusDatabase(name))

async function migrated(url: string): Promise<string> {
  await using database = await connectForCommand(url)
  await migrate(database)
  return url
}

// Citus requires it for a transaction that deletes from several tables with foreign keys. PostgreSQL ignores it.
const oneConnectionPerNode = "set citus.multi_shard_modify_mode = 'sequential'"

/** Returns undefined if a test has changed the schema of the database, or filled it with many rows. */
const emptied = (url: string | undefined) =>
  url &&
  administer(url, `${oneConnectionPerNode}; ${inject('emptying')}`).then(
    () => url,
    () => undefined,
  )

export function writeHistory(folder: string, lines: (HistoryLine | string)[]): string {
  const file = join(folder, 'history.ndjson')
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  return file
}

export function importLines(database: Database, folder: string, lines: (HistoryLine | string)[]) {
  const file = writeHistory(folder, lines)
  return withHistory(file, process.stdin, (descriptor) => importHistory(database, descriptor, () => {}))
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
