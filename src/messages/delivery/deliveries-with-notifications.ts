import type { Kysely } from 'kysely'
import { entityColumns } from '../../entities/entity.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { preparedColumns } from '../../visits/notification.ts'
import { ofSameNotification } from './delivery-joins.ts'

/** Selects deliveries joined with their notifications and entities. */
export const deliveriesWithNotifications = (database: Kysely<Schema>) =>
  database
    .selectFrom('deliveries')
    .innerJoin('notifications', (join) => join.on(ofSameNotification))
    .innerJoin('entities', 'entities.entity_id', 'deliveries.entity_id')
    .select(preparedColumns.map((column) => `notifications.${column}` as const))
    .select(entityColumns.map((column) => `entities.${column}` as const))
