import type { Database } from '../database/database.ts'
import type { Notification } from '../visits/notification.ts'
import type { HistoryLine } from './history-line.ts'
import { type Numbered, ofType, reconcile } from './reconcile.ts'
import {
  actionRows,
  checkinTokenRows,
  entityRows,
  findNotifications,
  notificationKey,
  notificationRows,
  type RowKind,
} from './rows.ts'

/** The number of new lines of each type. */
export type Imported = Record<HistoryLine['type'], number>

/** Writes the rows of a checked batch that the database lacks, in one transaction. */
export function writeBatch(database: Database, batch: Numbered[]): Promise<Imported> {
  return database.write(async (trx) => {
    async function write<Line extends HistoryLine, Row extends Stored, Stored>(
      kind: RowKind<Line, Row, Stored>,
      lines: Numbered<Line>[],
      notificationOf: (line: Line) => Notification,
    ) {
      const { fresh, conflicts } = await reconcile(trx, kind, lines, notificationOf)
      if (conflicts[0])
        throw new Error(
          `line ${conflicts[0].number} has an id that another process has stored with other content since the check`,
        )
      if (fresh.length > 0) await kind.insert(trx, fresh)
      return fresh.length
    }
    const none = () => undefined as never

    const entity = await write(entityRows, ofType(batch, 'entity'), none)
    const notification = await write(notificationRows, ofType(batch, 'notification'), none)

    const dependent = [...ofType(batch, 'action'), ...ofType(batch, 'checkin_token')]
    const stored = await findNotifications(
      trx,
      dependent.map(({ line }) => line),
    )
    const notificationOf = (line: { entity_id: string; notification_id: string }) =>
      stored.get(notificationKey(line.entity_id, line.notification_id))!
    const action = await write(actionRows, ofType(batch, 'action'), notificationOf)
    const checkin_token = await write(checkinTokenRows, ofType(batch, 'checkin_token'), notificationOf)
    return { entity, notification, action, checkin_token }
  })
}
