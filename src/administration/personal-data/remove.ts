import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Address } from '../../channels/address.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Cleared, KeptKind, TableData } from '../../platform/database/table-data.ts'
import { clearEach, clearFixed } from './clear.ts'
import { clearReplyEvents } from './clear-reply-events.ts'
import { endWork } from './end-work.ts'
import { lonelyAddresses } from './lonely-addresses.ts'
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

type PersonalTable = Extract<TableData<keyof Schema>, { removal: string }>

const isPersonal = (data: TableData<keyof Schema>): data is PersonalTable => 'removal' in data

/** The tables by which others are found. */
const leading: (keyof Schema)[] = ['notifications', 'deliveries']

/** The tables with data of contacts. */
export const personalTables = (Object.keys(tableData) as (keyof Schema)[])
  .filter((name) => isPersonal(tableData[name] as TableData<keyof Schema>))
  .sort((one, other) => leading.indexOf(one) - leading.indexOf(other))

async function removeFrom(
  trx: Transaction<Schema>,
  name: keyof Schema,
  removal: Removal,
  addresses: Address[],
): Promise<number> {
  const data = tableData[name] as PersonalTable
  const rows = rowsOf(data, removal, addresses)
  if (rows === undefined) return 0
  const table = sql.table(name)
  const where = sql<SqlBool>`entity_id = ${removal.entityId} and (${rows})`
  if (data.removal === 'delete') {
    if (!isDeleted(data.kept, removal)) return 0
    const { numAffectedRows } = await sql`delete from ${table} where ${where}`.execute(trx)
    return Number(numAffectedRows)
  }
  const kind = removal.removed === 'erasure' ? 'notifications' : removal.removed
  const columns = clearedWith(data, kind)
  if (columns.length === 0) return 0
  const isFixed = columns.every(([, { remains }]) => typeof remains !== 'function')
  return isFixed ? clearFixed(trx, { table, where, columns }) : clearEach(trx, { table, where, columns, kind })
}

/** Returns the columns that the removal of a kind changes. */
const clearedWith = ({ columns }: PersonalTable, kind: KeptKind) =>
  Object.entries<string | Cleared>(columns).filter(
    (column): column is [string, Cleared] => typeof column[1] === 'object' && column[1].removedWith.includes(kind),
  )

function isDeleted(kept: KeptKind | 'until erasure', removal: Removal) {
  if (kept === 'until erasure') return removal.removed === 'erasure'
  return endsAll(removal) || kept === removal.removed
}

/** Selects the rows of a table that belong to the notifications; undefined if there can be none. */
function rowsOf({ foundBy }: PersonalTable, { entityId, ids }: Removal, addresses: Address[]) {
  const ofNotifications = sql<SqlBool>`notification_id in (${sql.join(ids)})`
  const among = sql`entity_id = ${entityId} and ${ofNotifications}`
  switch (foundBy) {
    case 'itself':
    case 'notification':
      return ofNotifications
    case 'contact':
      return sql<SqlBool>`contact_external_id in (select contact_external_id from notifications where ${among}
        and contact_external_id <> '')`
    case 'event':
      return sql<SqlBool>`sequence in (select sequence from events where ${among})`
    case 'delivery':
      return sql<SqlBool>`delivery_id in (select delivery_id from deliveries where ${among})`
    case 'address':
      return hasAddress(addresses)
    case 'notification or address':
      if (addresses.length === 0) return ofNotifications
      return sql<SqlBool>`${ofNotifications} or (notification_id is null and ${hasAddress(addresses)!})`
    case 'address in name':
      if (addresses.length === 0) return undefined
      return sql<SqlBool>`resource = 'opt-out' and name in (${sql.join(addresses.map(({ channel, uid }) => `${channel}/${uid}`))})`
  }
}

function hasAddress(addresses: Address[]): RawBuilder<SqlBool> | undefined {
  if (addresses.length === 0) return undefined
  const each = addresses.map(({ channel, uid }) => sql`(channel = ${channel} and uid = ${uid})`)
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}

/** Changes the entity tags of lists of actions, and makes cached lists invalid. */
const countRedaction = (trx: Transaction<Schema>, entityId: string) =>
  trx
    .updateTable('entities')
    .set({ redactions: sql<number>`redactions + 1` })
    .where('entity_id', '=', entityId)
    .execute()
