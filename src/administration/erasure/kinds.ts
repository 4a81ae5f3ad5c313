import { personalTables } from '../personal-data/personal-tables.ts'
import type { RemovedRows } from '../personal-data/remove.ts'

/** The kinds of data of a contact, as the report of an erasure names them: the tables, the responses to repeated requests, and the
 *  messages in files. */
export const kindsOfData = [...personalTables.toSorted(), 'idempotency_keys', 'files'] as const
type KindOfData = (typeof kindsOfData)[number]

type Counts = Partial<Record<KindOfData, number>>

/** Numbers of rows, and what became of them. */
export type Counted = [outcome: 'erased' | 'kept', counts: Counts]

/** What became of the rows of each kind. */
export type RowsOfKind = Partial<Record<KindOfData, { erased?: number; kept?: number }>>

export function addRows(to: RowsOfKind, ...[outcome, counts]: Counted): RowsOfKind {
  const sum: RowsOfKind = { ...to }
  for (const [kind, count] of Object.entries(counts) as [KindOfData, number][])
    if (count > 0) sum[kind] = { ...sum[kind], [outcome]: (sum[kind]?.[outcome] ?? 0) + count }
  return sum
}

export function sumOf(one: RemovedRows, other: RemovedRows): RemovedRows {
  const sum = { ...one }
  for (const [name, count] of Object.entries(other) as [keyof RemovedRows, number][])
    sum[name] = (sum[name] ?? 0) + count
  return sum
}
