import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Address } from '../../channels/address.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { TableData } from '../../platform/database/table-data.ts'
import { tableData } from './tables.ts'

export type PersonalTable = Extract<TableData<keyof Schema>, { removal: string }>

const isPersonal = (data: TableData<keyof Schema>): data is PersonalTable => 'removal' in data

/** The tables by which others are found. */
const leading: (keyof Schema)[] = ['notifications', 'deliveries']

/** The tables with data of contacts. */
export const personalTables = (Object.keys(tableData) as (keyof Schema)[])
  .filter((name) => isPersonal(tableData[name] as TableData<keyof Schema>))
  .sort((one, other) => leading.indexOf(one) - leading.indexOf(other))

interface ContactData {
  entityId: string
  /** The ids of notifications of a contact, or of several. */
  ids: string[]
  /** The addresses that only they have. */
  addresses: Address[]
}

/** Selects the rows of a table that belong to the notifications; undefined if there can be none. */
export function rowsOf({ foundBy }: PersonalTable, { entityId, ids, addresses }: ContactData) {
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
