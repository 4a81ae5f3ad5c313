import type { EntitySettings } from '../src/delivery/settings.ts'
import type { GivenQuietHours, QuietHours } from '../src/entities/quiet-hours.ts'
import type { ReminderPreview, SettingsChange } from '../src/reminders/preview.ts'
import type { Reminders } from '../src/reminders/sequence.ts'
import type { Connection } from './connection.ts'

export interface SettingsMethods {
  /** Returns the reminders of the entity, with the default sequences. */
  reminders(entityId: string): Promise<Reminders>
  /** Replaces the reminders of the entity. A plugin without a sequence has the default. */
  setReminders(entityId: string, reminders: Reminders): Promise<Reminders>
  quietHours(entityId: string): Promise<QuietHours>
  setQuietHours(entityId: string, quietHours: GivenQuietHours): Promise<QuietHours>
  /** Returns how the entity's messages are delivered. */
  settings(entityId: string): Promise<EntitySettings>
  /** Replaces all of these settings. */
  setSettings(entityId: string, settings: EntitySettings): Promise<EntitySettings>
  /** Returns what a change of the settings would do to the reminders of the visits of the next 7 days. Changes nothing. */
  previewReminders(entityId: string, change: SettingsChange): Promise<ReminderPreview>
}

export const settingsMethods = ({ askJson, address }: Connection): SettingsMethods => {
  const setting = (entityId: string, ...names: string[]) => address('entities', entityId, ...names)
  const put = (body: unknown) => ({ change: { method: 'PUT', body } }) as const
  return {
    reminders: (entityId) => askJson(entityId, setting(entityId, 'reminders')),
    setReminders: (entityId, reminders) => askJson(entityId, setting(entityId, 'reminders'), put(reminders)),
    quietHours: (entityId) => askJson(entityId, setting(entityId, 'quiet-hours')),
    setQuietHours: (entityId, hours) => askJson(entityId, setting(entityId, 'quiet-hours'), put(hours)),
    settings: (entityId) => askJson(entityId, setting(entityId, 'settings')),
    setSettings: (entityId, settings) => askJson(entityId, setting(entityId, 'settings'), put(settings)),
    previewReminders: (entityId, change) =>
      askJson(entityId, setting(entityId, 'reminders', 'preview'), { change: { body: change } }),
  }
}
