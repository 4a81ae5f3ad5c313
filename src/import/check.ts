import type { Database } from '../database/database.ts'
import type { HistoryLine } from './history-line.ts'
import { type Numbered, ofType, reconcile } from './reconcile.ts'
import {
  actionRows,
  checkinTokenRows,
  entityRows,
  findNotifications,
  notificationKey,
  notificationRows,
} from './rows.ts'
import type { Seen } from './seen.ts'

export interface Fault {
  number: number
  reason: string
}

/** Returns the faults of a batch of well-formed lines: missing references and conflicting ids. An id conflicts if it
 *  exists with other content in an earlier line or in the database. Records the lines in `seen`. */
export async function checkBatch(database: Database, seen: Seen, batch: Numbered[]): Promise<Fault[]> {
  const dependent = [...ofType(batch, 'action'), ...ofType(batch, 'checkin_token')]
  const stored = await findNotifications(
    database,
    dependent.map(({ line }) => line),
  )
  const storedEntities = await findEntities(database, batch)
  const faults: Fault[] = []

  for (const { number, line } of batch) {
    const missing = missingReference(line)
    if (missing)
      faults.push({ number, reason: `refers to ${missing}, which is neither in an earlier line nor in the database` })
    if (seen.record(line) === 'other')
      faults.push({ number, reason: 'has the id of an earlier line, with other content' })
  }

  const isStored = ({ line }: Numbered<{ entity_id: string; notification_id: string } & HistoryLine>) =>
    stored.has(notificationKey(line.entity_id, line.notification_id))
  const notificationOf = (line: { entity_id: string; notification_id: string }) =>
    stored.get(notificationKey(line.entity_id, line.notification_id))!
  const none = () => undefined as never
  const outcomes = [
    await reconcile(database, entityRows, ofType(batch, 'entity'), none),
    await reconcile(database, notificationRows, ofType(batch, 'notification'), none),
    await reconcile(database, actionRows, ofType(batch, 'action').filter(isStored), notificationOf),
    await reconcile(database, checkinTokenRows, ofType(batch, 'checkin_token').filter(isStored), notificationOf),
  ]
  for (const { number } of outcomes.flatMap(({ conflicts }) => conflicts as Numbered[])) {
    faults.push({ number, reason: 'has an id that exists in the database with other content' })
  }
  return faults.sort((a, b) => a.number - b.number)

  function missingReference(line: HistoryLine): string | undefined {
    if (line.type === 'entity') return undefined
    const { entity_id } = line
    if (!seen.hasEntity(entity_id) && !storedEntities.has(entity_id)) return `entity ${entity_id}`
    if (line.type === 'notification') return undefined
    const known =
      seen.hasNotification(entity_id, line.notification_id) ||
      stored.has(notificationKey(entity_id, line.notification_id))
    return known ? undefined : `notification ${line.notification_id} of ${entity_id}`
  }
}

async function findEntities(database: Database, batch: Numbered[]): Promise<Set<string>> {
  const ids = new Set(batch.map(({ line }) => (line.type === 'entity' ? line.id : line.entity_id)))
  if (ids.size === 0) return ids
  const rows = await database
    .selectFrom('entities')
    .select('entity_id')
    .where('entity_id', 'in', [...ids])
    .execute()
  return new Set(rows.map((row) => row.entity_id))
}
