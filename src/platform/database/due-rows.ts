import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { DueScan } from '../scheduling/due-scan.ts'
import type { Instant, Microseconds } from '../time/instant.ts'
import { acrossEntities } from './across-entities.ts'
import type { Database } from './database.ts'

/** A table whose rows fall due. */
interface DueTable<Id extends string, At extends string> {
  name: string
  id: Id
  at: At
  isDue: (now: Instant) => RawBuilder<SqlBool>
  /** The columns to read, besides the entity and the position. */
  alsoSelect?: readonly string[]
}

/** A due row, and its position in the order of all rows. */
export type DueRow<Id extends string, At extends string> = Record<'entity_id' | Id, string> & Record<At, Instant>

/** Selects up to `count` due rows of all entities, in order, after the row `after`. */
export const selectDue = <Id extends string, At extends string>(
  database: Database,
  { name, id, at, isDue, alsoSelect = [] }: DueTable<Id, At>,
  count: number,
  now: Instant,
  after: Pick<DueRow<Id, At>, Id | At> | undefined,
) => {
  const due = anyTable(database)
    .selectFrom(name)
    .select(['entity_id', ...alsoSelect, id, at])
    .where(isDue(now))
    .$castTo<DueRow<Id, At>>()
  const position = sql<SqlBool>`(${sql.ref(at)}, ${sql.ref(id)}) > (${after?.[at]}, ${after?.[id]})`
  return acrossEntities(database, after ? due.where(position) : due, { orderBy: [at, id], limit: count })
}

/** Scans the due rows of all entities. */
export const scanDue = <Id extends string, At extends string>(database: Database, table: DueTable<Id, At>) =>
  new DueScan<DueRow<Id, At>>((count, now, after) => selectDue(database, table, count, now, after))

/** A table whose due rows processes lease, so that one of them works on a row. */
interface LeasedTable<Id extends string, Column extends string> {
  name: string
  id: Id
  isDue: (now: Instant) => RawBuilder<SqlBool>
  leaseMicros: Microseconds
  /** The columns that a lease returns. */
  columns: readonly Column[]
  /** What a lease changes besides its end. */
  alsoSet?: (now: Instant) => Record<string, RawBuilder<number | null>>
}

/** The condition that no process has leased the row. A lease that ends more than two lease durations ahead is invalid: it was
 *  taken with a wrong clock. Machines' clocks may differ by one lease duration. */
export const isFree = (now: Instant, leaseMicros: Microseconds) =>
  sql<SqlBool>`(lease_until is null or lease_until <= ${now} or lease_until > ${now + 2 * leaseMicros})`

/** Leases rows that are still due. No other process leases them before their lease ends. */
export async function leaseDue<Id extends string, Leased>(
  database: Database,
  table: LeasedTable<Id, string & keyof Leased>,
  due: Record<'entity_id' | Id, string>[],
  now: Instant,
): Promise<Leased[]> {
  const leasing = Map.groupBy(due, ({ entity_id }) => entity_id)
    .entries()
    .map(([entityId, rows]) => {
      const ids = rows.map((row) => row[table.id])
      return leaseOf(database, table, { entityId, ids }, now) as Promise<Leased[]>
    })
  const outcomes = await Promise.allSettled(leasing)
  const leased = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
  // Process the leased rows despite the error: otherwise they would wait until their lease ends.
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed && leased.length === 0) throw failed.reason
  return leased
}

/** Leases rows of one entity, and skips those that another process has locked. */
const leaseOf = (
  database: Database,
  { name, id, isDue, leaseMicros, columns, alsoSet }: LeasedTable<string, string>,
  { entityId, ids }: { entityId: string; ids: string[] },
  now: Instant,
) =>
  anyTable(database)
    .with('due', (rows) =>
      rows
        .selectFrom(name)
        .select(id)
        .where('entity_id', '=', entityId)
        .where(id, 'in', ids)
        .where(isDue(now))
        .modifyEnd(database.engine.skipLocked),
    )
    .updateTable(name)
    .from('due')
    .set({ lease_until: now + leaseMicros, ...alsoSet?.(now) })
    .where(`${name}.entity_id`, '=', entityId)
    .whereRef(`${name}.${id}`, '=', `due.${id}`)
    .returning(columns.map((column) => `${name}.${column}`))
    .execute()

// The table's name is known at run time only, so the schema has no type for it.
const anyTable = (database: Database) =>
  database as unknown as Kysely<Record<string, Record<string, string | number | null>>>
