import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, PostgresAdapter, sql } from 'kysely'

// The key of Kysely's own lock, so that processes of earlier versions respect this lock too.
const lockKey = sql.lit(3_853_314_791_062_309_107n)
const pollMs = 200
const timeoutMs = 3_600_000

/** Runs migrations outside of transactions: only there, PostgreSQL creates indexes without blocking writers. */
export class Adapter extends PostgresAdapter {
  override get supportsTransactionalDdl() {
    return false
  }

  /** Polls. A blocked statement holds a snapshot, and `create index concurrently` waits for it.
   *  @throws Error when another process migrates for an hour */
  override async acquireMigrationLock(database: Kysely<unknown>) {
    for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await delay(pollMs)) {
      const { rows } = await sql`select where pg_try_advisory_lock(${lockKey})`.execute(database)
      if (rows.length > 0) return
    }
    throw new Error(
      'Another process has been migrating this database for an hour. Wait until it finishes, and try again.',
    )
  }

  override async releaseMigrationLock(database: Kysely<unknown>) {
    await sql`select pg_advisory_unlock(${lockKey})`.execute(database)
  }
}
