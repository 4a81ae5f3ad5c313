import type { Config } from '../config/config.ts'
import { isPostgres, withoutCredentials } from '../config/database-url.ts'
import { Database, type DatabaseWait, type ReplicaChange } from './database.ts'
import { commandTimeouts, serviceTimeouts, type Timeouts } from './postgres/timeouts.ts'
import { primaryOnly, type ReadRouter } from './read-router.ts'

/** Opens the database at `url` (`sqlite:PATH` or `postgres://…`) for the service. PostgreSQL calls fail with
 *  database-unavailable after two seconds. `onWait` receives the duration of each statement and commit.
 *  @throws Error when the database cannot guarantee full durability */
export const connect = (url: string, onWait: DatabaseWait = () => {}, timeouts: Timeouts = serviceTimeouts) =>
  open(url, timeouts, onWait)

/** Opens the database for a service that can start without it. The engine's `verify` checks the server. */
export const connectLater = (url: string, onWait: DatabaseWait) => openLater(url, serviceTimeouts, onWait)

/** Opens the database for a command, whose statements have no timeout.
 *  @throws Error when the database cannot guarantee full durability */
export const connectForCommand = (url: string, onWait: DatabaseWait = () => {}) => open(url, commandTimeouts, onWait)

/** Opens the replicas of a database for the service. Without replicas, the primary serves all reads. `prepare` checks and
 *  upgrades the primary before its first use: now, or, if it does not respond and a standby can stand in, later.
 *  @throws the error of `prepare` */
export async function connectReplicas(
  database: Database,
  { replicaUrls, readWithoutPrimaryMicros }: Pick<Config, 'replicaUrls' | 'readWithoutPrimaryMicros'>,
  onWait: DatabaseWait,
  prepare: () => Promise<void> = async () => {},
  onChange: ReplicaChange = () => {},
  timeouts: Timeouts = serviceTimeouts,
): Promise<ReadRouter> {
  if (replicaUrls.length === 0) {
    await prepare()
    return primaryOnly(database)
  }
  const { Replicas } = await import('./postgres/replicas.ts')
  const replicas = new Replicas(database, replicaUrls, timeouts, onWait, readWithoutPrimaryMicros, onChange)
  try {
    await replicas.start(prepare)
    return replicas
  } catch (error) {
    await replicas.close()
    throw error
  }
}

/** Returns a fault for each URL that is not a usable replica of the database, and a note if it is the database itself. */
export async function examineReplicas(database: Database, urls: string[]) {
  const { examineOnce } = await import('./postgres/replicas.ts')
  const findings = await Promise.all(
    urls.map(async (url) => ({
      name: withoutCredentials(url),
      ...(await examineOnce(database, url, commandTimeouts)),
    })),
  )
  return {
    faults: findings.flatMap(({ name, fault }) => (fault ? [`replica ${name}: ${fault}`] : [])),
    notes: findings.flatMap(({ name, note }) => (note ? [`replica ${name}: ${note}`] : [])),
  }
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

/** Returns the settings that `rollcall check` warns about. */
export async function failoverAdvice(url: string, replicaUrls: string[]) {
  if (!isPostgres(url)) return { faults: [], warnings: [] }
  const { examineFailover } = await import('./postgres/failover.ts')
  const standbys = replicaUrls.map((replica) => ({ name: withoutCredentials(replica), url: replica }))
  return examineFailover(url, standbys, commandTimeouts)
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
