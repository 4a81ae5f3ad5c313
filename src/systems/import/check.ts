import { existingAmong, idNotUsedAgain, removedAmong } from '../../entities/entity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HistoryLine } from './history-line.ts'
import { type ParsedLine, reconcile } from './reconcile.ts'
import { findNotifications, type LineType, notificationKey, rowKinds } from './rows.ts'
import type { SeenLines } from './seen-lines.ts'

export interface Fault {
  number: number
  reason: string
}

/** Returns the faults of a batch of well-formed lines: missing references and conflicting ids. An id conflicts if it
 *  exists with other content in an earlier line or in the database. Records the lines in `seen`. */
export async function checkBatch(database: Database, seen: SeenLines, batch: ParsedLine[]): Promise<Fault[]> {
  if (batch.length === 0) return []
  const stored = await findNotifications(
    database,
    batch.map(({ line }) => line),
  )
  const entityIds = entityIdsOf(batch)
  const storedEntities = await existingAmong(database, entityIds)
  const removed = await removedAmong(database, entityIds)
  const faults: Fault[] = []

  for (const { number, line } of batch) {
    const missing = missingReference(line)
    if (missing)
      faults.push({ number, reason: `refers to ${missing}, which is neither in an earlier line nor in the database` })
    if (line.type === 'entity' && removed.has(line.id))
      faults.push({
        number,
        reason: `has the id of a removed entity. ${idNotUsedAgain}`,
      })
    if (seen.record(line) === 'other')
      faults.push({ number, reason: 'has the id of an earlier line, with other content' })
  }
  for (const type of Object.keys(rowKinds) as LineType[]) {
    const { conflicts } = await reconcile(database, type, batch, stored)
    for (const { number, columns } of conflicts)
      faults.push({ number, reason: `has an id that exists in the database with another ${columns.join(', ')}` })
  }
  return faults.sort((a, b) => a.number - b.number)

  function missingReference(line: HistoryLine): string | undefined {
    if (line.type === 'entity') return undefined
    const { entity_id } = line
    if (!seen.hasEntity(entity_id) && !storedEntities.has(entity_id)) return `entity ${entity_id}`
    if (line.type === 'notification') return undefined
    const known = seen.hasNotification(entity_id, line.notification_id) || stored.has(notificationKey(line))
    return known ? undefined : `notification ${line.notification_id} of ${entity_id}`
  }
}

const entityIdsOf = (batch: ParsedLine[]) => [
  ...new Set(batch.map(({ line }) => (line.type === 'entity' ? line.id : line.entity_id))),
]
