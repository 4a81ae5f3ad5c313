import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { type Database, engineOf } from './database.ts'
import type { Schema } from './schema.ts'

/** The columns of the rows that order them, and the maximum number of rows. */
interface Page<Row> {
  orderBy: readonly (string & keyof Row)[]
  direction?: 'asc' | 'desc'
  limit: number
}

/** Selects rows of all entities. If a node of the cluster is lost, selects those of the entities on the other nodes. On a
 *  cluster, it runs outside the caller's transaction. */
export async function acrossEntities<Tables, Table extends keyof Tables, Row>(
  database: Kysely<Schema>,
  select: SelectQueryBuilder<Tables, Table, Row>,
  page: Page<Row>,
): Promise<Row[]> {
  const { cluster } = engineOf(database)
  let ordered = select.limit(sql.lit(page.limit))
  for (const column of page.orderBy) ordered = ordered.orderBy(sql.ref(column), page.direction)
  if (!cluster) return ordered.execute()
  const rows = (await cluster.select(ordered.compile())) as Row[]
  // Each node has ordered and limited its own rows.
  return rows.sort(comparing(page)).slice(0, page.limit)
}

const comparing =
  <Row>({ orderBy, direction }: Page<Row>) =>
  (one: Row, other: Row) => {
    const column = orderBy.find((name) => one[name] !== other[name])
    if (column === undefined) return 0
    return isAfter(one[column], other[column]) === (direction === 'desc') ? -1 : 1
  }

// PostgreSQL orders null after all values.
const isAfter = (one: unknown, other: unknown) => one === null || (other !== null && one! > other!)

/** Whether a statement over all entities may just have missed the rows of a lost node. */
export const mayMissRows = ({ engine: { cluster } }: Database) => cluster?.missesRows === true
