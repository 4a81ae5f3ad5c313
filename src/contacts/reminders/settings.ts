import type { Kysely, Transaction } from 'kysely'
import type { ResourceChange } from '../../entities/history/change-resource.ts'
import type { ArrivalSettings } from '../../messages/check-in/arrival-window.ts'
import { type Quiet, readQuietHours } from '../../messages/quiet-hours/quiet-hours.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { type Reminders, withDefaults } from './sequence.ts'

/** What decides when an entity reminds its contacts, and when a contact has not come. */
export interface ReminderSettings extends Quiet, ArrivalSettings {
  reminders: Reminders
  /** When the reminders were changed last. */
  changedAt: Instant | null
}

export async function reminderSettings(database: Kysely<Schema>, entityId: string): Promise<ReminderSettings> {
  const { time_zone, quiet_hours, reminders, reminders_changed_at, ...window } = await database
    .selectFrom('entities')
    .select(['time_zone', 'quiet_hours', 'reminders', 'reminders_changed_at', 'arrive_early', 'arrive_late'])
    .where('entity_id', '=', entityId)
    .executeTakeFirstOrThrow()
  return {
    timeZone: time_zone,
    quietHours: readQuietHours(quiet_hours),
    reminders: reminders === null ? { sequences: [] } : JSON.parse(reminders),
    changedAt: reminders_changed_at,
    ...window,
  }
}

/** Other reminders. They apply to visits already known, with the steps that are still to come. */
export const remindersChange = (entityId: string, reminders: Reminders): ResourceChange<Reminders> => ({
  resource: 'reminders',
  read: async (trx) => withDefaults((await reminderSettings(trx, entityId)).reminders),
  write: (trx, _before, now) => setReminders(trx, entityId, reminders, now),
})

async function setReminders(trx: Transaction<Schema>, entityId: string, reminders: Reminders, now: Instant) {
  await trx
    .updateTable('entities')
    .set({ reminders: JSON.stringify(reminders), reminders_changed_at: now, replan_after: now })
    .where('entity_id', '=', entityId)
    .execute()
}
