import { isPostgres } from '../config/database-url.ts'
import { Database, type DatabaseWait } from './database.ts'
import { commandTimeouts, serviceTimeouts, type Timeouts } from './postgres/timeouts.ts'

/** Opens the database at `url` (`sqlite:PATH` or `postgres://…`) for the service. PostgreSQL calls fail with
 *  database-unavailable after two seconds. `onWait` receives the duration of each statement and commit.
 *  @throws Error when the database cannot guarantee full durability */
export const connect = (url: string, onWait: DatabaseWait = () => {}, timeouts: Timeouts = serviceTimeouts) =>
  open(url, timeouts, onWait)

/** Opens the database for the service. Connects at the first statement; the engine's `verify` checks the server. */
export const connectLater = (url: string, onWait: DatabaseWait) => openLater(url, serviceTimeouts, onWait)

/** Opens the database for a command, whose statements have no timeout.
 *  @throws Error when the database cannot guarantee full durability */
export const connectForCommand = (url: string, onWait: DatabaseWait = () => {}) => open(url, commandTimeouts, onWait)

/** Returns the fault of a pooler before the server; none without a pooler. */
export async function poolerFaults(url: string) {
  if (!isPostgres(url)) return []
  const pooler = await import('./postgres/pooler.ts')
  return pooler.poolerFaults(url, commandTimeouts)
}

async function open(url: string, timeouts: Timeouts, onWait: DatabaseWait): Promise<Database> {
  const database = await openLater(url, timeouts, onWait)
  try {
    await database.engine.verify()
    return database
  } catch (error) {
    await database.destroy()
    throw error
  }
}

// Imported on demand: loading `pg` takes 25 ms of the startup.
async function openLater(url: string, timeouts: Timeouts, onWait: DatabaseWait): Promise<Database> {
  if (isPostgres(url)) {
    const { openPostgres } = await import('./postgres/engine.ts')
    return new Database(openPostgres(url, timeouts, onWait))
  }
  const { openSqlite } = await import('./sqlite/engine.ts')
  return new Database(openSqlite(url.replace(/^sqlite:/, ''), onWait))
}
