import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database, Engine } from './database.ts'
import { up as queries } from './migrations/0001-queries.ts'
import { up as answers } from './migrations/0002-answers.ts'
import { up as replies } from './migrations/0003-replies.ts'
import { up as manyProcesses } from './migrations/0004-many-processes.ts'
import { up as forgottenKeys } from './migrations/0005-forgotten-keys.ts'
import { up as visitsOfActions } from './migrations/0006-visits-of-actions.ts'
import { up as tasks } from './migrations/0007-tasks.ts'
import { up as countedActions } from './migrations/0008-counted-actions.ts'
import { up as visits } from './migrations/0009-visits.ts'
import { up as orderOfDeliveries } from './migrations/0010-order-of-deliveries.ts'
import { up as actionsOfNotification } from './migrations/0011-actions-of-notification.ts'
import { up as worklists } from './migrations/0012-worklists.ts'
import { up as clinicContact } from './migrations/0013-clinic-contact.ts'
import { up as searchInIndex } from './migrations/0014-search-in-index.ts'
import { up as mailboxes } from './migrations/0015-mailboxes.ts'
import { up as desk } from './migrations/0016-desk.ts'
import { up as shownNames } from './migrations/0017-shown-names.ts'
import { up as searchedParts } from './migrations/0018-searched-parts.ts'

const migrations: Record<string, (database: Kysely<unknown>, engine: Engine) => Promise<void>> = {
  '0001-queries': queries,
  '0002-answers': answers,
  '0003-replies': replies,
  '0004-many-processes': manyProcesses,
  '0005-forgotten-keys': forgottenKeys,
  '0006-visits-of-actions': visitsOfActions,
  '0007-tasks': tasks,
  '0008-counted-actions': countedActions,
  '0009-visits': visits,
  '0010-order-of-deliveries': orderOfDeliveries,
  '0011-actions-of-notification': actionsOfNotification,
  '0012-worklists': worklists,
  '0013-clinic-contact': clinicContact,
  '0014-search-in-index': searchInIndex,
  '0015-mailboxes': mailboxes,
  '0016-desk': desk,
  '0017-shown-names': shownNames,
  '0018-searched-parts': searchedParts,
}

/** Brings the database up to date, one process at a time. Returns the names of the migrations that it ran.
 *  @throws Error when a newer Rollcall wrote the database */
export async function migrate(database: Database): Promise<string[]> {
  const isDue = await lacksMigrations(database)
  if (isDue) await database.engine.verifyCanMigrate()
  const applied = isDue ? await runMigrations(database) : []
  // Even without pending migrations: the process that ran them may not have reached this step.
  await database.engine.distribute(database)
  return applied
}

/** Runs each migration on SQLite in a transaction. On PostgreSQL, each statement commits by itself, and an interrupted
 *  migration runs again from its start: see docs/decisions/0049-migrations-beside-requests.md. */
async function runMigrations(database: Database): Promise<string[]> {
  const provider = { getMigrations: async () => migrationsOn(database.engine) }
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
  if (!(await lacksMigrations(database))) return
  const pending = await pendingMigrations(database)
  throw new Error(`The database lacks ${pending.join(', ')}. Run "rollcall migrate".`)
}

/** Returns the names of the migrations that the database lacks. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const applied = await appliedMigrations(database)
  return Object.keys(migrations).filter((name) => !applied.includes(name))
}

const migrationsOn = (engine: Engine): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, up]) => [name, { up: (database: Kysely<unknown>) => up(database, engine) }]),
  )

/** @throws Error when a newer Rollcall wrote the database */
export async function lacksMigrations(database: Database): Promise<boolean> {
  const applied = await appliedMigrations(database)
  refuseNewer(applied)
  return applied.length < Object.keys(migrations).length
}

/** @throws Error when a newer Rollcall applied some of these migrations */
export function refuseNewer(applied: string[]) {
  const unknown = applied.filter((name) => !(name in migrations))
  if (unknown.length === 0) return
  throw new Error(
    `The database is newer than this program: it has ${unknown.join(', ')}. Start the Rollcall version that wrote it, or a later one.`,
  )
}

async function appliedMigrations(database: Database): Promise<string[]> {
  const { engine } = database
  const columns = (await engine.read({ sql: engine.columns, parameters: [], name: 'columns' })) as { table: string }[]
  if (!columns.some(({ table }) => table === 'kysely_migration')) return []
  const rows = await database
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map((row) => row.name)
}
