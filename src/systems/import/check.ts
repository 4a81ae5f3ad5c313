import type { Kysely } from 'kysely'
import { existingAmong, idNotUsedAgain, removedAmong } from '../../entities/entity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import { isRemoved } from '../../visits/cleared.ts'
import { erased, erasedAmong } from '../../visits/erasures/erased-contacts.ts'
import type { Notification } from '../../visits/notification.ts'
import type { HistoryLine } from './history-line.ts'
import { type ParsedLine, reconcile } from './reconcile.ts'
import { findNotifications, type LineType, notificationKey, rowKinds } from './rows.ts'
import type { SeenLines } from './seen-lines.ts'

export interface Fault {
  number: number
  reason: string
}

/** Returns the faults of a batch of well-formed lines: missing references, conflicting ids, and contacts whose data were erased. An id
 *  conflicts if it exists with other content in an earlier line or in the database. Records the lines in `seen`. */
export async function checkBatch(
  database: Database,
  secret: Secret,
  seen: SeenLines,
  batch: ParsedLine[],
): Promise<Fault[]> {
  if (batch.length === 0) return []
  const stored = await findNotifications(
    database,
    batch.map(({ line }) => line),
  )
  const ofErased = await linesOfErased(database, secret, batch, stored)
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
  for (const { number } of ofErased)
    faults.push({ number, reason: `${erased}: the clinic has erased the data of this contact. Leave the line out` })
  const others = batch.filter((line) => !ofErased.includes(line))
  for (const type of Object.keys(rowKinds) as LineType[]) {
    const { conflicts } = await reconcile(database, type, others, stored)
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

/** Returns the lines that would bring an erased contact back. A line of a notification whose data were removed does, too.
 *  @param stored the notifications to which lines refer, by `notificationKey` */
export async function linesOfErased(
  database: Kysely<Schema>,
  secret: Secret,
  batch: ParsedLine[],
  stored: Map<string, Notification>,
): Promise<ParsedLine[]> {
  const contacts = batch.flatMap(({ line }) => (line.type === 'notification' ? [line] : []))
  const erasedOf = new Map<string, Set<string>>()
  for (const [entityId, lines] of Map.groupBy(contacts, ({ entity_id }) => entity_id)) {
    const keys = lines.map(({ contact }) => contact.external_id)
    erasedOf.set(entityId, await erasedAmong(database, secret, entityId, keys))
  }
  return batch.filter(({ line }) => {
    if (line.type === 'entity') return false
    if (line.type === 'notification') return erasedOf.get(line.entity_id)!.has(line.contact.external_id)
    const notification = stored.get(notificationKey(line))
    return notification !== undefined && isRemoved(notification)
  })
}
