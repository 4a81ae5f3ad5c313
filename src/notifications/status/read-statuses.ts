import type { Kysely } from 'kysely'
import { codeHashes } from '../../checkin/code-hashes.ts'
import type { Schema } from '../../database/schema.ts'
import { deliveredUid } from '../../delivery/delivered-uid.ts'
import type { Instant } from '../../instant.ts'
import { type Field, reader } from './fields.ts'
import { type DeliveryStatus, deliveryFields, type NotificationStatus, notificationFields } from './status.ts'

type Notifications = ReturnType<typeof notificationsOf>

/** Reads the status of the notifications that `pick` selects, in its order. With `codesAt`, they have the hashes of the
 *  check-in tokens that are valid at this instant. */
export async function readStatuses(
  database: Kysely<Schema>,
  entityId: string,
  pick: (notifications: Notifications) => Notifications,
  codesAt: Instant | null = null,
): Promise<NotificationStatus[]> {
  const rows = await pick(notificationsOf(database, entityId)).execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ notification_id }) => notification_id)
  const deliveries = await deliveriesOf(database, entityId, ids)
  const codes = codesAt === null ? undefined : await codeHashes(database, entityId, ids, codesAt)
  return rows.map((row) => {
    const code = codes?.get(row.notification_id)
    const status = { ...readNotification(row as never), deliveries: deliveries.get(row.notification_id) ?? [] }
    return (code === undefined ? status : { ...status, checkin_code_sha256: code }) as NotificationStatus
  })
}

const readNotification = reader(notificationFields)
const readDelivery = reader(deliveryFields)

/** The columns that the fields are read from. */
const columnsOf = <Row>(fields: Record<string, Field<Row>>) => Object.values(fields).map(({ column }) => column)

const notificationColumns = [...new Set([...columnsOf(notificationFields), 'answered_by', 'done_by'] as const)]

const notificationsOf = (database: Kysely<Schema>, entityId: string) =>
  database
    .selectFrom('notifications')
    .select(notificationColumns.map((column) => `notifications.${column}` as const))
    .where('notifications.entity_id', '=', entityId)

const deliveryColumns = columnsOf(deliveryFields)

async function deliveriesOf(
  database: Kysely<Schema>,
  entityId: string,
  ids: string[],
): Promise<Map<string, DeliveryStatus[]>> {
  const rows = await database
    .selectFrom('deliveries')
    .leftJoin('opt_outs', (join) =>
      join
        .onRef('opt_outs.entity_id', '=', 'deliveries.entity_id')
        .onRef('opt_outs.channel', '=', 'deliveries.channel')
        .on('opt_outs.uid', '=', deliveredUid()),
    )
    .select(deliveryColumns.map((column) => `deliveries.${column}` as const))
    .select(['deliveries.notification_id', 'opt_outs.reason as opted_out'])
    .where('deliveries.entity_id', '=', entityId)
    .where('deliveries.notification_id', 'in', ids)
    .orderBy('deliveries.notification_id')
    .orderBy('deliveries.delivery_id')
    .execute()
  const statuses = new Map<string, DeliveryStatus[]>()
  for (const row of rows) {
    const { notification_id, opted_out } = row
    const status = { ...readDelivery(row as never), ...(opted_out !== null && { opted_out }) } as DeliveryStatus
    const others = statuses.get(notification_id)
    if (others) others.push(status)
    else statuses.set(notification_id, [status])
  }
  return statuses
}
