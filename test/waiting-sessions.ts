import { sql } from 'kysely'
import type { Database } from '../src/platform/database/database.ts'

/** Returns the number of PostgreSQL sessions on this database that wait for a lock. */
export async function waitingSessions(database: Database) {
  const sessions = await database
    .selectFrom(sql<{ wait_event_type: string }>`pg_stat_activity`.as('session'))
    .where(sql`datname`, '=', sql`current_database()`)
    .where('wait_event_type', '=', 'Lock')
    .selectAll()
    .execute()
  return sessions.length
}
