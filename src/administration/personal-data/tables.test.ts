import { expect } from 'vitest'
import { eachEngine } from '../../../test/rollcall.ts'
import type { TableData } from '../../platform/database/table-data.ts'
import { tablesOf } from '../../platform/database/tables.ts'
import { tableData } from './tables.ts'

const needed: Record<TableData<never>['foundBy'], string[]> = {
  itself: ['entity_id', 'contact_external_id'],
  contact: ['entity_id', 'contact_external_id'],
  notification: ['entity_id', 'notification_id'],
  'notification of log': ['entity_id', 'notification_id'],
  event: ['entity_id', 'sequence'],
  delivery: ['entity_id', 'delivery_id'],
  address: ['entity_id', 'channel', 'uid'],
  'notification or address': ['entity_id', 'notification_id', 'channel', 'uid'],
  'address in name': ['entity_id', 'name'],
  'short-lived': ['created_at'],
  request: ['entity_id', 'contact_external_id'],
  'no contact': [],
}

eachEngine('each table declares for each of its columns whether it is personal', async ({ database }) => {
  const declared = Object.entries(tableData).map(([name, { columns }]) => [name, Object.keys(columns).sort()])
  const stored = (await tablesOf(database)).map(({ name, columns }) => [name, columns.toSorted()])
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(stored))
})

eachEngine(
  'each table with data of contacts has the columns by which a row leads to its contact',
  async ({ database }) => {
    for (const { name, columns } of await tablesOf(database)) {
      const { foundBy, columns: data } = tableData[name as keyof typeof tableData] as TableData<never>
      expect([name, needed[foundBy].filter((column) => !columns.includes(column))]).toEqual([name, []])
      if (Object.values(data).includes('contact')) expect([name, foundBy]).not.toEqual([name, 'no contact'])
    }
  },
)
