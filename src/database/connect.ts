import { isPostgres, withoutCredentials } from '../database-url.ts'
import { Database, type DatabaseWait, type ReplicaChange } from './database.ts'
import { commandTimeouts, serviceTimeouts, type Timeouts } from './postgres/timeouts.ts'
import { primaryOnly, type ReadRouter } from './read-router.ts'

/** Opens the database at `url` (`sqlite:PATH` or `postgres://…`) for one who serves: what cannot be had within two seconds
 *  is database-unavailable. `onWait` hears how long each statement and commit took.
 *  @throws Error when it cannot be opened with full durability */
export const connect = (url: string, onWait: DatabaseWait = () => {}) => open(url, serviceTimeouts, onWait)

/** The same for a command, whose statements may take their time.
 *  @throws Error when it cannot be opened with full durability */
export const connectForCommand = (url: string) => open(url, commandTimeouts, () => {})

/** Opens the replicas of a database for one who serves; without any, all is read from the database itself. `onChange` hears
 *  which of them are read from. */
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

/** What keeps each of these from being a replica of the database; empty when nothing does. */
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

// Each engine is loaded where it is asked for: `pg` takes 25 ms of the start.
async function open(url: string, timeouts: Timeouts, onWait: DatabaseWait): Promise<Database> {
  if (isPostgres(url)) {
    const { openPostgres } = await import('./postgres/engine.ts')
    return new Database(await openPostgres(url, timeouts, onWait))
  }
  const { openSqlite } = await import('./sqlite/engine.ts')
  return new Database(openSqlite(url.replace(/^sqlite:/, ''), onWait))
}
