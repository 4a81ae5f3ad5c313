import type { Kysely } from 'kysely'
import { tokenHashes } from '../../messages/check-in/token-hash.ts'
import { ofSameAddress } from '../../messages/delivery/delivery-joins.ts'
import { reasonOfOptOut } from '../../messages/opt-outs/delivery-is-opted-out.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type Field, reader } from './fields.ts'
import { staffNotesOf } from './staff-notes.ts'
import { type DeliveryStatus, deliveryFields, type NotificationStatus, notificationFields } from './status.ts'

type Notifications = ReturnType<typeof notificationsOf>

/** Reads the status of the notifications that `pick` selects, in its order. With `tokensAt`, they have the hashes of the
 *  check-in tokens that are valid at this instant. */
export async function readStatuses(
  database: Kysely<Schema>,
  entityId: string,
  pick: (notifications: Notifications) => Notifications,
  tokensAt: Instant | null = null,
): Promise<NotificationStatus[]> {
  const rows = await pick(notificationsOf(database, entityId)).execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ notification_id }) => notification_id)
  const [deliveries, noted] = await Promise.all([
    deliveryStatuses(database, entityId, ids),
    staffNotesOf(database, entityId, ids),
  ])
  const hashes = tokensAt === null ? undefined : await tokenHashes(database, entityId, ids, tokensAt)
  return rows.map((row) => {
    const hash = hashes?.get(row.notification_id)
    const status = readStatus(row as never)
    status.deliveries = deliveries.get(row.notification_id) ?? []
    Object.assign(status, noted.get(row.notification_id))
    if (row.ended_from !== null) status.ended_from = row.ended_from
    if (hash !== undefined) status.checkin_code_sha256 = hash
    return status as NotificationStatus
  })
}

const readStatus = reader(notificationFields)
const readDelivery = reader(deliveryFields)

/** The columns that the fields are read from. */
const columnsOf = <Row>(fields: Record<string, Field<Row>>) => Object.values(fields).map(({ column }) => column)

const notificationColumns = [
  ...new Set([...columnsOf(notificationFields), 'answered_by', 'done_by', 'ended_from'] as const),
]

const notificationsOf = (database: Kysely<Schema>, entityId: string) =>
  database
    .selectFrom('notifications')
    .select(notificationColumns.map((column) => `notifications.${column}` as const))
    .where('notifications.entity_id', '=', entityId)

const deliveryColumns = columnsOf(deliveryFields)

async function deliveryStatuses(
  database: Kysely<Schema>,
  entityId: string,
  ids: string[],
): Promise<Map<string, DeliveryStatus[]>> {
  const rows = await database
    .selectFrom('deliveries')
    .leftJoin('opt_outs', (join) => join.on(ofSameAddress))
    .select(deliveryColumns.map((column) => `deliveries.${column}` as const))
    .select(['deliveries.notification_id', reasonOfOptOut(entityId).as('opted_out')])
    .where('deliveries.entity_id', '=', entityId)
    .where('deliveries.notification_id', 'in', ids)
    .orderBy('deliveries.notification_id')
    .orderBy('deliveries.delivery_id')
    .execute()
  const statuses = new Map<string, DeliveryStatus[]>()
  for (const row of rows) {
    const { notification_id, opted_out } = row
    const status = readDelivery(row as never)
    if (opted_out !== null) status.opted_out = opted_out
    statuses.getOrInsertComputed(notification_id, () => []).push(status as DeliveryStatus)
  }
  return statuses
}
