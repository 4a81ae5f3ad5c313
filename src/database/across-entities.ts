import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isUnavailable, Problem } from '../errors.ts'
import type { Database, LostNodes } from './database.ts'

/** Returns a condition on a column with entity ids: the entity is on a node that responds. */
export type IsAvailable = (column: string) => RawBuilder<SqlBool>

/** Selects rows of all entities. If a node of the cluster is lost, selects those of the entities on the other nodes. */
export async function acrossEntities<Row>(
  { engine: { cluster } }: Database,
  select: (isAvailable: IsAvailable) => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await select(onNodesExcept(cluster?.lost))
  } catch (error) {
    const lost = isUnavailable(error) && (await cluster?.examine())
    if (!lost) throw error
    // Citus runs a statement that concerns no shard on any node, maybe on the lost one.
    return lost.others.size === 0 ? [] : select(onNodesExcept(lost))
  }
}

/** The condition for a statement in a transaction, which cannot run again after a failure. */
export const availability = ({ engine: { cluster } }: Database) => onNodesExcept(cluster?.lost)

// One array, because a statement takes at most 65,535 parameters.
const onNodesExcept =
  (lost: LostNodes | undefined): IsAvailable =>
  (column) =>
    lost ? sql`${sql.ref(column)} = any (${[...lost.others]})` : sql`true`

/** Whether a node is lost, so that a statement over all entities may have missed its rows. */
export const isDegraded = ({ engine: { cluster } }: Database) => cluster?.lost !== undefined

/** @throws Problem database-unavailable when the entity is on a lost node: its statements would wait for the node, and
 *  delay those of other entities */
export function requireAvailable({ engine: { cluster } }: Database, entityId: string) {
  if (cluster?.lost && !cluster.lost.others.has(entityId)) throw new Problem('database-unavailable')
}
