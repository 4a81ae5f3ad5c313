import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Address } from '../../channels/address.ts'
import { engineOf } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Cleared, KeptKind } from '../../platform/database/table-data.ts'
import { clearEach, clearFixed } from './clear.ts'
import { clearReplyEvents } from './clear-reply-events.ts'
import { endWork } from './end-work.ts'
import { lonelyAddresses } from './lonely-addresses.ts'
import { type PersonalTable, personalTables, rowsOf } from './personal-tables.ts'
import { tableData } from './tables.ts'

export interface Removal {
  entityId: string
  /** The ids of notifications, at most some hundred. */
  ids: string[]
  /** The kind of data that goes. `erasure`: all kinds, and what an entity keeps until then. */
  removed: KeptKind | 'erasure'
}

/** The number of rows that were changed or deleted, by table. Tables without such rows are absent. */
export type RemovedRows = Partial<Record<keyof Schema, number>>

/** Removes personal data of notifications, as the tables declare it. A second call finds nothing. */
export async function removePersonalData(trx: Transaction<Schema>, removal: Removal): Promise<RemovedRows> {
  const { entityId, ids } = removal
  if (ids.length === 0) return {}
  const isWhole = endsAll(removal)
  // Before their deliveries lose them.
  const addresses = isWhole ? await lonelyAddresses(trx, entityId, ids) : []
  if (isWhole) await endWork(trx, entityId, ids)
  const counts: [keyof Schema, number][] = []
  for (const name of personalTables) counts.push([name, await removeFrom(trx, name, removal, addresses)])
  if (isWhole) counts.push(['events', await clearReplyEvents(trx, entityId, addresses)])
  const rows: RemovedRows = {}
  for (const [name, count] of counts) if (count > 0) rows[name] = (rows[name] ?? 0) + count
  if (rows.actions) await countRedaction(trx, entityId)
  return rows
}

const endsAll = ({ removed }: Removal) => removed === 'notifications' || removed === 'erasure'

async function removeFrom(
  trx: Transaction<Schema>,
  name: keyof Schema,
  removal: Removal,
  addresses: Address[],
): Promise<number> {
  const data = tableData[name] as PersonalTable
  let count = 0
  for (const where of rowsOf(engineOf(trx), data, { ...removal, addresses }))
    count += await removeRows(trx, name, data, where, removal)
  return count
}

async function removeRows(
  trx: Transaction<Schema>,
  name: keyof Schema,
  data: PersonalTable,
  where: RawBuilder<SqlBool>,
  removal: Removal,
): Promise<number> {
  const table = sql.table(name)
  if (data.removal === 'delete') {
    if (!isDeleted(data.kept, removal)) return 0
    const { numAffectedRows } = await sql`delete from ${table} where ${where}`.execute(trx)
    return Number(numAffectedRows)
  }
  const kind = removal.removed === 'erasure' ? 'notifications' : removal.removed
  const columns = clearedWith(data, kind)
  if (columns.length === 0) return 0
  const isFixed = columns.every(([, { remains }]) => typeof remains !== 'function')
  if (isFixed) return clearFixed(trx, { table, where, columns })
  return clearEach(trx, { table, where, columns, kind, entityId: removal.entityId, by: leadingColumn(data.foundBy) })
}

const leadingColumn = (foundBy: PersonalTable['foundBy']) =>
  foundBy === 'event' ? 'sequence' : foundBy === 'delivery' ? 'delivery_id' : 'notification_id'

/** Returns the columns that the removal of a kind changes. */
const clearedWith = ({ columns }: PersonalTable, kind: KeptKind) =>
  Object.entries<string | Cleared>(columns).filter(
    (column): column is [string, Cleared] => typeof column[1] === 'object' && column[1].removedWith.includes(kind),
  )

function isDeleted(kept: KeptKind | 'until erasure', removal: Removal) {
  if (kept === 'until erasure') return removal.removed === 'erasure'
  return endsAll(removal) || kept === removal.removed
}

/** Changes the entity tags of lists of actions, and makes cached lists invalid. */
const countRedaction = (trx: Transaction<Schema>, entityId: string) =>
  trx
    .updateTable('entities')
    .set({ redactions: sql<number>`redactions + 1` })
    .where('entity_id', '=', entityId)
    .execute()
