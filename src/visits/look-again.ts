import type { Transaction } from 'kysely'
import { preparedStatement } from '../platform/database/prepared.ts'
import type { Schema } from '../platform/database/schema.ts'
import type { NotificationKey } from './notification.ts'

/** Makes the nightly deletion look at a visit again, because it has new data such as a note. */
export const lookAgain = (trx: Transaction<Schema>, key: NotificationKey) => resetRemoved(trx, key)

const resetRemoved = preparedStatement((database, { entityId, id }: NotificationKey) =>
  database
    .updateTable('notifications')
    .set({ removed_kinds: 0 })
    .where('entity_id', '=', entityId)
    .where('notification_id', '=', id)
    .where('removed_kinds', '<>', 0),
)
