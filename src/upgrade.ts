import { areVisitsDue, fillVisits, type OnSkip } from './actions/fill-visits.ts'
import { connectForCommand } from './database/connect.ts'
import type { Database } from './database/database.ts'
import { lacksMigrations, migrate } from './database/migrate.ts'

/** Brings the tables and the rows of earlier versions up to this program. Returns the names of the migrations that it ran.
 *  @throws Error when the database was made by a newer Rollcall */
export async function upgrade(database: Database, onSkip: OnSkip = () => {}): Promise<string[]> {
  const applied = await migrate(database)
  await fillVisits(database, onSkip)
  return applied
}

/** Upgrades before the service starts, without the timeout of the service's own statements. */
export async function upgradeFirst(database: Database, url: string, onSkip: OnSkip) {
  if (!(await lacksMigrations(database)) && !(await areVisitsDue(database))) return
  const untimed = await connectForCommand(url)
  await upgrade(untimed, onSkip).finally(() => untimed.destroy())
}
