import type { Insertable, Transaction } from 'kysely'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type AuditRow = Required<Insertable<Schema['audit_entries']>>

const columns = [
  ...(['entity_id', 'at', 'entry_id', 'who', 'who_id', 'who_name'] as const),
  ...(['operation', 'notification_ids', 'contacts', 'outcome'] as const),
] satisfies (keyof AuditRow)[]

// To compile a statement takes longer than to run it, so the batches have few sizes.
const inserts = [100, 20, 4, 1].map((size) => ({ size, insert: insertOf(size) }))

/** Stores entries of one entity. A later entry of the same request replaces the earlier one, so an attempt can be repeated. */
export async function storeEntries(trx: Transaction<Schema>, rows: AuditRow[]) {
  let from = 0
  for (const { size, insert } of inserts)
    for (; rows.length - from >= size; from += size) await insert(trx, valuesOf(rows, from, from + size))
}

type Values = Record<number, string | number | null>

function insertOf(size: number) {
  return preparedStatement((database, values: Values) =>
    database
      .insertInto('audit_entries')
      .values(Array.from({ length: size }, (_, row) => rowFrom(values, row * columns.length)))
      .onConflict((conflict) =>
        conflict.columns(['entity_id', 'at', 'entry_id']).doUpdateSet((eb) => ({
          notification_ids: eb.ref('excluded.notification_ids'),
          contacts: eb.ref('excluded.contacts'),
          outcome: eb.ref('excluded.outcome'),
        })),
      ),
  )
}

const rowFrom = (values: Values, from: number) =>
  Object.fromEntries(columns.map((column, index) => [column, values[from + index]])) as unknown as AuditRow

function valuesOf(rows: AuditRow[], from: number, to: number): Values {
  const values: (string | number | null)[] = []
  for (let index = from; index < to; index++) for (const column of columns) values.push(rows[index]![column])
  return values
}
