import { sql, type Transaction } from 'kysely'
import type { ResourceChange } from '../../entities/history/change-resource.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { releaseHeld } from '../delivery/held.ts'
import { type GivenQuietHours, type QuietHours, quietHoursOf } from './quiet-hours.ts'

/** Other quiet hours. A step that waited for their end keeps waiting, or is due. */
export const quietHoursChange = (entityId: string, quietHours: GivenQuietHours): ResourceChange<QuietHours> => ({
  resource: 'quiet-hours',
  read: (trx) => quietHoursOf(trx, entityId),
  async write(trx, _before, now) {
    await trx
      .updateTable('entities')
      .set({ quiet_hours: JSON.stringify(quietHours) })
      .where('entity_id', '=', entityId)
      .execute()
    await planAnew(trx, entityId, now)
  },
})

/** Makes the service plan the coming reminders and the waiting messages again, after a change of the quiet hours or the zone. */
export async function planAnew(trx: Transaction<Schema>, entityId: string, now: Instant) {
  await releaseHeld(trx, entityId, ['quiet hours', 'daily limit'], now)
  await trx
    .updateTable('entities')
    .set({
      replan_after: now,
      // Each visit has the reminders that were changed last: only the time of sending of a pending step may be over now.
      reminders_changed_at: sql<Instant | null>`case when replan_after is null then null else reminders_changed_at end`,
    })
    .where('entity_id', '=', entityId)
    .execute()
}
