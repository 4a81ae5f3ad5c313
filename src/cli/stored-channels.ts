import { readConfig } from '../channels/configuration.ts'
import { useStored } from '../channels/settings/use-stored.ts'
import type { Config } from '../platform/config/config.ts'
import { connectForCommand } from '../platform/database/connect.ts'
import { requireMigrated } from '../platform/database/migrate.ts'
import { requireDatabase } from './with-database.ts'

/** Reads the configuration, with what administrators have stored for channels. Without a database, only the environment counts. */
export async function readStoredConfig(): Promise<{ config: Config; storedFaults: string[] }> {
  const config = readConfig(process.env)
  try {
    requireDatabase(config.databaseUrl)
    await using database = await connectForCommand(config.databaseUrl)
    await requireMigrated(database)
    return { config, storedFaults: await useStored(config, database) }
  } catch {
    return { config, storedFaults: [] }
  }
}
