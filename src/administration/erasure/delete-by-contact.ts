import { sql, type Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { RemovedRows } from '../personal-data/remove.ts'
import { tableData } from '../personal-data/tables.ts'

const tables = (Object.keys(tableData) as (keyof Schema)[]).filter((name) => tableData[name].foundBy === 'contact')

/** Deletes the rows that have the contact's key and belong to no visit. */
export async function deleteByContact(
  trx: Transaction<Schema>,
  entityId: string,
  contactExternalId: string,
): Promise<RemovedRows> {
  const deleted: RemovedRows = {}
  for (const name of tables) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(name)}
      where entity_id = ${entityId} and contact_external_id = ${contactExternalId}`.execute(trx)
    deleted[name] = Number(numAffectedRows)
  }
  return deleted
}
