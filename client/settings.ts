import type { ReminderPreview, SettingsChange } from '../src/contacts/reminders/preview.ts'
import type { Reminders } from '../src/contacts/reminders/sequence.ts'
import type { GivenRetention, Retention } from '../src/entities/retention.ts'
import type { EntitySettings } from '../src/messages/delivery/settings.ts'
import type { HolidaysQuery, PublicHolidays } from '../src/messages/quiet-hours/public-holidays.ts'
import type { GivenQuietHours, QuietHours } from '../src/messages/quiet-hours/quiet-hours.ts'
import { type Connection, filtered } from './connection.ts'
import type { TaggedResource } from './tagged.ts'

/** Without an `etag`, a change replaces any version. */
export interface SettingsMethods {
  /** Returns the reminders of the entity, with the default sequences. */
  reminders(entityId: string): Promise<TaggedResource<Reminders>>
  /** Replaces the reminders of the entity. A plugin without a sequence has the default. */
  setReminders(entityId: string, reminders: Reminders, etag?: string): Promise<TaggedResource<Reminders>>
  quietHours(entityId: string): Promise<TaggedResource<QuietHours>>
  setQuietHours(entityId: string, quietHours: GivenQuietHours, etag?: string): Promise<TaggedResource<QuietHours>>
  /** Proposes the public holidays of a country, a region and a year. */
  publicHolidays(entityId: string, query?: HolidaysQuery): Promise<PublicHolidays>
  /** Returns how the entity's messages are delivered. */
  settings(entityId: string): Promise<TaggedResource<EntitySettings>>
  /** Replaces all of these settings. */
  setSettings(entityId: string, settings: EntitySettings, etag?: string): Promise<TaggedResource<EntitySettings>>
  /** Returns how long the entity keeps the data of its contacts. */
  retention(entityId: string): Promise<TaggedResource<Retention>>
  /** Replaces all periods. The next night deletes what is older. */
  setRetention(entityId: string, retention: GivenRetention, etag?: string): Promise<TaggedResource<Retention>>
  /** Returns what a change of the settings would do to the reminders of the visits of the next 7 days. Changes nothing. */
  previewReminders(entityId: string, change: SettingsChange): Promise<ReminderPreview>
}

export const settingsMethods = ({ askJson, askTagged, address }: Connection): SettingsMethods => {
  const one = (entityId: string, ...names: string[]) => address('entities', entityId, ...names)
  const setting = <Value, Input = Value>(name: string) => ({
    get: (entityId: string) => askTagged<Value>(entityId, one(entityId, name)),
    set: (entityId: string, body: Input, etag?: string) =>
      askTagged<Value>(entityId, one(entityId, name), {
        change: { method: 'PUT', body, etag },
      }),
  })
  const reminders = setting<Reminders>('reminders')
  const quietHours = setting<QuietHours, GivenQuietHours>('quiet-hours')
  const settings = setting<EntitySettings>('settings')
  const retention = setting<Retention, GivenRetention>('retention')
  return {
    reminders: reminders.get,
    setReminders: reminders.set,
    quietHours: quietHours.get,
    setQuietHours: quietHours.set,
    publicHolidays: (entityId, { year, ...query } = {}) => {
      const filters = { ...query, ...(year !== undefined && { year: String(year) }) }
      return askJson(entityId, filtered(one(entityId, 'holidays'), filters))
    },
    settings: settings.get,
    setSettings: settings.set,
    retention: retention.get,
    setRetention: retention.set,
    previewReminders: (entityId, change) =>
      askJson(entityId, one(entityId, 'reminders', 'preview'), { change: { body: change } }),
  }
}
