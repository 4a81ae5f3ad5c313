import type { ResourceChange } from '../../entities/history/change-resource.ts'
import { type GivenRetention, type Retention, retentionOf } from '../../entities/retention.ts'

/** Other periods. They apply from the next night. A shorter one then deletes what is older. */
export const retentionChange = (entityId: string, retention: GivenRetention): ResourceChange<Retention> => ({
  resource: 'retention',
  read: (trx) => retentionOf(trx, entityId),
  write: (trx) =>
    trx
      .updateTable('entities')
      .set({ retention: JSON.stringify(retention) })
      .where('entity_id', '=', entityId)
      .execute(),
})
