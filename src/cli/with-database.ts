import { type Config, readConfig } from '../config.ts'
import { connectPatiently, type Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'

/** Runs `use` with the configured database, brought up to date, and closes it. */
export async function withDatabase<T>(use: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const database = await connectPatiently(config.databaseUrl)
  try {
    await migrate(database)
    return await use(database, config)
  } finally {
    await database.destroy()
  }
}
