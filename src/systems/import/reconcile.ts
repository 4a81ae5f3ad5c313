import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Notification } from '../../visits/notification.ts'
import type { HistoryLine } from './history-line.ts'
import { type LineType, notificationKey, type RowKind, rowKinds } from './rows.ts'

/** A well-formed line with its line number, from 1. */
export interface ParsedLine {
  number: number
  line: HistoryLine
}

/** A line whose id exists with other content, and the columns that differ. */
interface Conflict {
  number: number
  columns: string[]
}

type Row = Record<string, unknown>

/** Returns the rows of one type of lines that the database lacks, and the conflicts. Skips lines that refer to none of the
 *  notifications. */
export async function reconcile(
  database: Kysely<Schema>,
  type: LineType,
  batch: ParsedLine[],
  notifications: Map<string, Notification>,
): Promise<{ fresh: Row[]; conflicts: Conflict[] }> {
  const kind = rowKinds[type] as unknown as RowKind<HistoryLine, Row>
  const rows = batch.flatMap(({ number, line }) => {
    if (line.type !== type) return []
    const notification = 'notification_id' in line ? notifications.get(notificationKey(line)) : undefined
    const isKnown = notification !== undefined || !('notification_id' in line)
    return isKnown ? [{ number, row: kind.toRow(line, notification!) }] : []
  })
  if (rows.length === 0) return { fresh: [], conflicts: [] }
  const found = await kind.findStored(
    database,
    rows.map(({ row }) => row),
  )
  const stored = new Map(found.map((row) => [kind.key(row), row]))
  const fresh = new Map<string, Row>()
  const conflicts: Conflict[] = []
  for (const { number, row } of rows) {
    const storedRow = stored.get(kind.key(row))
    if (!storedRow) {
      fresh.set(kind.key(row), row)
      continue
    }
    const columns = Object.keys(storedRow).filter((column) => !isDeepStrictEqual(storedRow[column], row[column]))
    if (columns.length > 0) conflicts.push({ number, columns })
  }
  return { fresh: [...fresh.values()], conflicts }
}
