import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Notification } from '../visits/notification.ts'
import type { HistoryLine } from './history-line.ts'
import type { RowKind } from './rows.ts'

/** A well-formed line with its line number, from 1. */
export interface Numbered<Line = HistoryLine> {
  number: number
  line: Line
}

/** Returns the rows that the database lacks, and the lines whose id exists with other content. */
export async function reconcile<Line extends HistoryLine, Row extends Stored, Stored>(
  database: Kysely<Schema>,
  kind: RowKind<Line, Row, Stored>,
  lines: Numbered<Line>[],
  notificationOf: (line: Line) => Notification,
): Promise<{ fresh: Row[]; conflicts: Numbered<Line>[] }> {
  if (lines.length === 0) return { fresh: [], conflicts: [] }
  const rows = lines.map((numbered) => ({ numbered, row: kind.toRow(numbered.line, notificationOf(numbered.line)) }))
  const found = await kind.findStored(
    database,
    rows.map(({ row }) => row),
  )
  const storedRows = new Map(found.map((row) => [kind.key(row), row]))
  const fresh = new Map<string, Row>()
  const conflicts: Numbered<Line>[] = []
  for (const { numbered, row } of rows) {
    const storedRow = storedRows.get(kind.key(row))
    if (storedRow === undefined) fresh.set(kind.key(row), row)
    // Compare only the columns that `findStored` returns.
    else if (!isDeepStrictEqual({ ...row, ...storedRow }, row)) conflicts.push(numbered)
  }
  return { fresh: [...fresh.values()], conflicts }
}

export const ofType = <Type extends HistoryLine['type']>(lines: Numbered[], type: Type) =>
  lines.filter(({ line }) => line.type === type) as Numbered<Extract<HistoryLine, { type: Type }>>[]
