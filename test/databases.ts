import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { connectForCommand } from '../src/platform/database/connect.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createCitusDatabase, dropCitusDatabases, TEST_CITUS_URL } from './citus.ts'
import { administer, createDatabase, dropDatabase } from './postgres-server.ts'

/** The engines of every database test, and Citus if `TEST_CITUS_URL` names a cluster. Each function returns the address of
 *  an empty database. */
export const engines = {
  sqlite: emptyFile,
  postgres: () => emptyDatabase('postgres', createFromTemplate),
  ...(TEST_CITUS_URL && { citus: () => emptyDatabase('citus', createMigratedOnCitus) }),
} as Record<Engine, (folder: string) => Promise<string>>

export type Engine = 'sqlite' | 'postgres' | 'citus'

let migratedFile: Buffer | undefined

/** Returns the address of an empty SQLite database. Copies a migrated file: that is ten times faster than migrating. */
async function emptyFile(folder: string): Promise<string> {
  migratedFile ??= await migrateFile(join(folder, 'migrated.db'))
  const path = join(folder, 'rollcall.db')
  writeFileSync(path, migratedFile, { mode: 0o600 })
  return `sqlite:${path}`
}

async function migrateFile(path: string): Promise<Buffer> {
  const database = await connectForCommand(`sqlite:${path}`)
  await migrate(database)
  await database.destroy()
  const file = readFileSync(path)
  rmSync(path)
  return file
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
