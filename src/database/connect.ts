import { isPostgres, withoutCredentials } from '../database-url.ts'
import { Database, type DatabaseWait, type ReplicaChange } from './database.ts'
import { commandTimeouts, serviceTimeouts, type Timeouts } from './postgres/timeouts.ts'
import { primaryOnly, type ReadRouter } from './read-router.ts'

/** Opens the database at `url` (`sqlite:PATH` or `postgres://…`) for the service. PostgreSQL calls fail with
 *  database-unavailable after two seconds. `onWait` receives the duration of each statement and commit.
 *  @throws Error when the database cannot guarantee full durability */
export const connect = (url: string, onWait: DatabaseWait = () => {}) => open(url, serviceTimeouts, onWait)

/** Opens the database for a command, whose statements have no timeout.
 *  @throws Error when the database cannot guarantee full durability */
export const connectForCommand = (url: string) => open(url, commandTimeouts, () => {})

/** Opens the replicas of a database for the service. Without replicas, the primary serves all reads. */
export async function connectReplicas(
  database: Database,
  urls: string[],
  onWait: DatabaseWait,
  onChange: ReplicaChange = () => {},
): Promise<ReadRouter> {
  if (urls.length === 0) return primaryOnly(database)
  const { Replicas } = await import('./postgres/replicas.ts')
  return new Replicas(database, urls, serviceTimeouts, onWait, onChange)
}

/** Returns a fault for each URL that is not a usable replica of the database. */
export async function replicaFaults(database: Database, urls: string[]): Promise<string[]> {
  const { examineOnce } = await import('./postgres/replicas.ts')
  const faults = await Promise.all(
    urls.map(async (url) => {
      const why = await examineOnce(database, url, commandTimeouts)
      return why === undefined ? [] : [`replica ${withoutCredentials(url)}: ${why}`]
    }),
  )
  return faults.flat()
}

// Imported on demand: loading `pg` takes 25 ms of the startup.
async function open(url: string, timeouts: Timeouts, onWait: DatabaseWait): Promise<Database> {
  if (isPostgres(url)) {
    const { openPostgres } = await import('./postgres/engine.ts')
    return new Database(await openPostgres(url, timeouts, onWait))
  }
  const { openSqlite } = await import('./sqlite/engine.ts')
  return new Database(openSqlite(url.replace(/^sqlite:/, ''), onWait))
}
