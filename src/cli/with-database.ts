import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { readConfig } from '../channels/configuration.ts'
import { type Entity, findEntity } from '../entities/entity.ts'
import { isPostgres } from '../platform/config/database-url.ts'
import { connectForCommand } from '../platform/database/connect.ts'
import type { Database } from '../platform/database/database.ts'
import { migrate, requireMigrated } from '../platform/database/migrate.ts'
import type { Schema } from '../platform/database/schema.ts'
import { refuseInterruptedRestore } from '../platform/database/sqlite/files.ts'
import { CommandFailure } from './terminal.ts'

const configuredUrl = () => readConfig(process.env).databaseUrl

/** Calls `use` with the database at `url`. Creates and migrates the database first, and closes it at the end. */
export async function withDatabase<T>(use: (database: Database) => Promise<T>, url = configuredUrl()): Promise<T> {
  await using database = await connectForCommand(url)
  await migrate(database)
  return await use(database)
}

/** Calls `use` with the database at `url`, which must exist and be migrated. Closes it at the end. */
export async function withExistingDatabase<T>(
  use: (database: Database) => Promise<T>,
  url = configuredUrl(),
): Promise<T> {
  requireDatabase(url)
  await using database = await connectForCommand(url)
  await requireMigrated(database)
  return await use(database)
}

/** @throws Error if no database exists at `url`, or if its restoration is incomplete */
export function requireDatabase(url: string) {
  if (isPostgres(url)) return
  const path = url.replace('sqlite:', '')
  refuseInterruptedRestore(path)
  if (existsSync(path)) return
  throw new CommandFailure(
    `There is no database at ${path}. Before the first start this is normal: "rollcall serve" or "rollcall migrate" creates the database of DATABASE_URL. Otherwise, correct the address.`,
  )
}

/** @throws CommandFailure if there is no such entity */
export async function requireEntity(database: Kysely<Schema>, id: string): Promise<Entity> {
  const entity = await findEntity(database, id)
  if (entity) return entity
  throw new CommandFailure(`There is no entity ${id}. "rollcall entity list" shows all entities.`)
}
