import type { Database } from '../database/database.ts'
import { isUnavailable, Problem } from '../errors/errors.ts'
import type { RouteContext } from '../http/feature.ts'

/** Whether the list may come from the replica. A client that must see its own writes asks for pages, as our own does. */
export const isWhole = ({ limit, after }: { limit?: number; after?: string }) =>
  limit === undefined && after === undefined

/** Resolves a list on the replica; on the primary without a replica, or if the replica fails. All reads of the list must use
 *  the database that resolved it: with its end from one and its records from the other, it could lack records. */
export async function resolveOnReplica<T>(
  { database, replica, log }: Pick<RouteContext, 'database' | 'replica' | 'log'>,
  resolve: (database: Database) => Promise<T>,
): Promise<T> {
  if (!replica) return resolve(database)
  try {
    return await resolve(replica)
  } catch (error) {
    if (error instanceof Problem && !isUnavailable(error)) throw error
    log.warn('The replica failed. DATABASE_URL serves this list.')
    return resolve(database)
  }
}
