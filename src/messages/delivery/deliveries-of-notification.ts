import type { Selectable } from 'kysely'
import { preparedStatement } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { NotificationKey } from '../../visits/notification.ts'

const columnsOfNotification = [
  'kind',
  'channel',
  'uid',
  'state',
  'removed',
  'fallback_rank',
  'sent_at',
  'attempts',
  'next_attempt_at',
] as const

export type DeliveryOfNotification = Pick<Selectable<Schema['deliveries']>, (typeof columnsOfNotification)[number]>

export const deliveriesOf = preparedStatement((database, { entityId, id }: NotificationKey) =>
  database
    .selectFrom('deliveries')
    .select(columnsOfNotification)
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id),
)
