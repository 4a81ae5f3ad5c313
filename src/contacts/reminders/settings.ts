import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import type { Changing } from '../../entities/history/change-resource.ts'
import type { ArrivalSettings } from '../../messages/check-in/arrival-window.ts'
import { releaseHeld } from '../../messages/delivery/held.ts'
import {
  type GivenQuietHours,
  type Quiet,
  type QuietHours,
  readQuietHours,
} from '../../messages/quiet-hours/quiet-hours.ts'
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
export const changedReminders = (entityId: string, reminders: Reminders): Changing<Reminders> => ({
  resource: 'reminders',
  read: async (trx) => withDefaults((await reminderSettings(trx, entityId)).reminders),
  write: (trx, _before, now) => setReminders(trx, entityId, reminders, now),
})

const setReminders = (trx: Transaction<Schema>, entityId: string, reminders: Reminders, now: Instant) =>
  setSettings(trx, entityId, {
    reminders: JSON.stringify(reminders),
    reminders_changed_at: now,
    replan_after: now,
  })

/** Other quiet hours. A step that waited for their end keeps waiting, or is due. */
export const changedQuietHours = (entityId: string, quietHours: GivenQuietHours): Changing<QuietHours> => ({
  resource: 'quiet-hours',
  read: async (trx) => (await reminderSettings(trx, entityId)).quietHours,
  async write(trx, _before, now) {
    await setSettings(trx, entityId, { quiet_hours: JSON.stringify(quietHours) })
    await planAnew(trx, entityId, now)
  },
})

/** Makes the service plan the coming reminders and the waiting messages again, after a change of the quiet hours or the zone. */
export async function planAnew(trx: Transaction<Schema>, entityId: string, now: Instant) {
  await releaseHeld(trx, entityId, ['quiet hours', 'daily limit'], now)
  await setSettings(trx, entityId, {
    replan_after: now,
    // Each visit has the reminders that were changed last: only the time of sending of a pending step may be over now.
    reminders_changed_at: sql<Instant | null>`case when replan_after is null then null else reminders_changed_at end`,
  })
}

async function setSettings(trx: Transaction<Schema>, entityId: string, settings: UpdateObject<Schema, 'entities'>) {
  await trx.updateTable('entities').set(settings).where('entity_id', '=', entityId).execute()
}
