import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { connectForCommand } from './connect.ts'
import type { Database, Engine } from './database.ts'
import { up as schema } from './migrations/0001-schema.ts'

type Migrations = Record<string, (database: Kysely<unknown>, engine: Engine) => Promise<void>>

/** In their order. Tests add migrations of later versions. */
export const migrations: Migrations = { '0001-schema': schema }

/** Brings the database up to date, one process at a time. Returns the names of the migrations that it ran.
 *  @throws Error when a newer Rollcall wrote the database */
export async function migrate(database: Database, all = migrations): Promise<string[]> {
  const isDue = await hasPendingMigrations(database, all)
  if (isDue) await database.engine.verifyCanMigrate()
  const applied = isDue ? await runMigrations(database, all) : []
  // Even without pending migrations: the process that ran them may not have reached this step.
  await database.engine.distribute(database)
  return applied
}

/** Brings the database of the service up to date, over a connection without the service's statement timeout.
 *  @throws Error when a newer Rollcall wrote the database */
export async function migrateUntimed(database: Database, url: string, open = connectForCommand) {
  if (!(await hasPendingMigrations(database))) return
  await using untimed = await open(url)
  await migrate(untimed)
  // On SQLite, the reads of one tick share a snapshot. When another process has just migrated, this one is still older.
  await setImmediate()
}

/** Runs each migration on SQLite in a transaction. On PostgreSQL, each statement commits by itself, and an interrupted
 *  migration runs again from its start: see docs/decisions/0049-migrations-beside-requests.md. */
async function runMigrations(database: Database, all: Migrations): Promise<string[]> {
  const provider = { getMigrations: async () => migrationsOn(database.engine, all) }
  const migrator = new Migrator({ db: database, provider })
  const applied: string[] = []
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp()
    if (error) throw error
    if (results.length === 0) return applied
    applied.push(...results.map((result) => result.migrationName))
  }
}

/** @throws Error when migrations are pending, or when a newer Rollcall wrote the database */
export async function requireMigrated(database: Database) {
  if (!(await hasPendingMigrations(database))) return
  const pending = await pendingMigrations(database)
  throw new Error(`The database lacks ${pending.join(', ')}. Run "rollcall migrate".`)
}

/** Returns the names of the migrations that the database lacks. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const applied = await appliedMigrations(database)
  return Object.keys(migrations).filter((name) => !applied.includes(name))
}

const migrationsOn = (engine: Engine, all: Migrations): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(all).map(([name, up]) => [name, { up: (database: Kysely<unknown>) => up(database, engine) }]),
  )

/** @throws Error when a newer Rollcall wrote the database */
export async function hasPendingMigrations(database: Database, all = migrations): Promise<boolean> {
  const applied = await appliedMigrations(database)
  refuseNewer(applied, all)
  return applied.length < Object.keys(all).length
}

/** @throws Error when a newer Rollcall applied some of these migrations */
export function refuseNewer(applied: string[], all = migrations) {
  const unknown = applied.filter((name) => !(name in all))
  if (unknown.length === 0) return
  throw new Error(
    `The database is newer than this program: it has ${unknown.join(', ')}. Start the Rollcall version that wrote it, or a later one.`,
  )
}

async function appliedMigrations(database: Database): Promise<string[]> {
  return (await migrationHistory(database)).map(({ name }) => name)
}

/** Returns the migrations of the database, and when each ran. A replica has those of its primary, and another database does not. */
export async function migrationHistory(database: Database): Promise<{ name: string; timestamp: string }[]> {
  const { engine } = database
  const columns = (await engine.read({ sql: engine.columns, parameters: [], name: 'columns' })) as { table: string }[]
  if (!columns.some(({ table }) => table === 'kysely_migration')) return []
  return database
    .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    .selectFrom('kysely_migration')
    .select(['name', 'timestamp'])
    .orderBy('name')
    .execute()
}
