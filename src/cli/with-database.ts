import { type Config, readConfig } from '../config.ts'
import { connectPatiently, type Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'

/** Runs `use` with the configured database, brought up to date, and closes it. */
export async function withDatabase<T>(use: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  return withDatabaseAt(config.databaseUrl, (database) => use(database, config))
}

/** The same with the database at `url`. */
export async function withDatabaseAt<T>(url: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await connectPatiently(url)
  try {
    await migrate(database)
    return await use(database)
  } finally {
    await database.destroy()
  }
}
