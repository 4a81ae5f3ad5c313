import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { TableData } from '../../platform/database/table-data.ts'
import { type Table, tablesOf } from '../../platform/database/tables.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { tableData } from '../personal-data/tables.ts'
import type { Batch } from './remove-due.ts'

const rowsAtOnce = 500

/** A table whose rows end without a setting. */
export type EndingTable = Table & { ends: { column: string; after: number } }

/** Returns the tables whose declarations say when their rows are of no use. */
export async function endingTables(database: Database): Promise<EndingTable[]> {
  return (await tablesOf(database)).flatMap((table) => {
    const data = tableData[table.name as keyof Schema] as TableData<keyof Schema>
    return 'ends' in data && data.ends ? [{ ...table, ends: data.ends }] : []
  })
}

export const isOfEntity = ({ columns }: Table) => columns.includes('entity_id')

/** Deletes rows of a table that are of no use any more, of an entity or of a table without entities. */
export const removeEnded = (
  database: Database,
  { name, key, ends }: EndingTable,
  entityId: string | undefined,
  now: Instant,
): Promise<Batch> =>
  database.writeFor(entityId, async (trx) => {
    const table = sql.table(name)
    const ids = sql.join(key.filter((column) => column !== 'entity_id').map((column) => sql.ref(column)))
    const ofEntity = entityId === undefined ? sql`1 = 1` : sql`entity_id = ${entityId}`
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ${ofEntity} and (${ids}) in (
        select ${ids} from ${table} where ${ofEntity} and ${sql.ref(ends.column)} <= ${now - ends.after}
        limit ${sql.lit(rowsAtOnce)})`.execute(trx)
    const count = Number(numAffectedRows)
    return { removed: [count > 0 ? { [name]: count } : {}], isFull: count === rowsAtOnce }
  })
