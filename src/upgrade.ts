import { areVisitsDue, fillVisits, type OnSkip } from './actions/fill-visits.ts'
import { connectForCommand } from './database/connect.ts'
import type { Database } from './database/database.ts'
import { lacksMigrations, migrate } from './database/migrate.ts'
import { fillIndex, isIndexDue } from './visits/fill-index.ts'

/** Upgrades the tables and rows of earlier versions. Returns the names of the migrations that it ran.
 *  @throws Error when a newer Rollcall made the database */
export async function upgrade(database: Database, onSkip: OnSkip = () => {}): Promise<string[]> {
  const applied = await migrate(database)
  await fillVisits(database, onSkip)
  await fillIndex(database, onSkip)
  return applied
}

/** Upgrades before the service starts, without the statement timeout of the service. */
export async function upgradeIfNeeded(database: Database, url: string, onSkip: OnSkip) {
  const isDue = (await lacksMigrations(database)) || (await areVisitsDue(database)) || (await isIndexDue(database))
  if (!isDue) return
  const untimed = await connectForCommand(url)
  await upgrade(untimed, onSkip).finally(() => untimed.destroy())
}
