import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Address } from '../../channels/address.ts'
import type { Engine } from '../../platform/database/database.ts'
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

export interface ContactData {
  entityId: string
  /** The ids of notifications of a contact, or of several. */
  ids: string[]
  /** The addresses that only they have. */
  addresses: Address[]
}

/** Returns the conditions that select the rows of a table that belong to the notifications; none if there can be no such rows. Each
 *  finds its rows by an index. */
export function rowsOf(
  { notByIndex }: Engine,
  { foundBy }: PersonalTable,
  { entityId, ids, addresses }: ContactData,
): RawBuilder<SqlBool>[] {
  const ofEntity = sql`entity_id = ${entityId}`
  const among = sql`notification_id in (${sql.join(ids)})`
  const ofNotifications = sql<SqlBool>`${ofEntity} and ${among}`
  const ofLog = sql<SqlBool>`${notByIndex('entity_id')} = ${entityId} and ${among}`
  const ofAddresses = (condition = sql`1 = 1`) =>
    addresses.length === 0 ? [] : [sql<SqlBool>`${ofEntity} and ${condition} and ${hasAddress(addresses)}`]
  switch (foundBy) {
    case 'itself':
    case 'notification':
      return [ofNotifications]
    case 'notification of log':
      return [ofLog]
    case 'contact':
      return [
        sql`${ofEntity} and contact_external_id in (
          select contact_external_id from notifications where ${ofNotifications} and contact_external_id <> '')`,
      ]
    case 'event':
      return [sql`${ofEntity} and sequence in (select sequence from events where ${ofLog})`]
    case 'delivery':
      return [sql`${ofEntity} and delivery_id in (select delivery_id from deliveries where ${ofNotifications})`]
    case 'address':
      return ofAddresses()
    case 'notification or address':
      return [ofNotifications, ...ofAddresses(sql`notification_id is null`)]
    case 'address in name': {
      const names = addresses.map(({ channel, uid }) => `${channel}/${uid}`)
      return names.length === 0 ? [] : [sql`${ofEntity} and resource = 'opt-out' and name in (${sql.join(names)})`]
    }
  }
}

const hasAddress = (addresses: Address[]) =>
  sql`(channel, uid) in (values ${sql.join(addresses.map(({ channel, uid }) => sql`(${channel}, ${uid})`))})`
