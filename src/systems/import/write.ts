import type { Database } from '../../platform/database/database.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { linesOfErased } from './check.ts'
import { type ParsedLine, reconcile } from './reconcile.ts'
import { findNotifications, type LineType, type RowKind, rowKinds } from './rows.ts'

/** The number of new lines of each type. */
export type ImportCounts = Record<LineType, number>

/** Writes the rows of a checked batch that the database lacks, in one transaction. */
export function writeBatch(database: Database, secret: Secret, batch: ParsedLine[]): Promise<ImportCounts> {
  return database.write(async (trx) => {
    const all = batch.map(({ line }) => line)
    const [erased] = await linesOfErased(trx, secret, batch, await findNotifications(trx, all))
    if (erased)
      throw new Error(
        `line ${erased.number} is of a contact whose data were erased since the check. Import the file again to see all its lines.`,
      )
    const imported: ImportCounts = { entity: 0, notification: 0, action: 0, checkin_token: 0 }
    for (const type of Object.keys(rowKinds) as LineType[]) {
      const lines = batch.map(({ line }) => line).filter((line) => line.type === type)
      const { fresh, conflicts } = await reconcile(trx, type, batch, await findNotifications(trx, lines))
      if (conflicts[0])
        throw new Error(
          `line ${conflicts[0].number} has an id that another process has stored with other content since the check. Import the file again to see the conflict.`,
        )
      if (fresh.length > 0) await (rowKinds[type] as unknown as RowKind<never, object>).insert(trx, fresh)
      imported[type] = fresh.length
    }
    return imported
  })
}
