import type { Generated } from 'kysely'
import type { TableData } from '../platform/database/table-data.ts'
import type { Instant } from '../platform/time/instant.ts'
import type { Names } from './entity-properties.ts'

declare module '../platform/database/schema.ts' {
  interface Schema {
    entities: {
      entity_id: string
      name: string
      time_zone: string
      language: string
      phone: Generated<string | null>
      address: Generated<string | null>
      /** Null: the default. */
      names: Generated<Names | null>
      /** The colour of links and buttons, such as #0b62ab. */
      colour: Generated<string | null>
      /** The country of telephone numbers without a country's code. */
      country: Generated<string | null>
      /** JSON of the own sentences of the first notice, by language. */
      sentences: Generated<string | null>
      /** The sequence of the entity's latest action. Sequences follow commit order. */
      last_sequence: Generated<number>
      /** The sequence of the entity's latest event. */
      last_event: Generated<number>
      /** Counts the changes of recorded actions: the removals of personal data. */
      redactions: Generated<number>
      /** The day, in the entity's zone, of the latest night whose deletion was complete. */
      last_night: Generated<string | null>
      /** The number of webhooks: an event wakes them. */
      webhooks: Generated<number>
      /** Staff can record an arrival from `arrive_early` minutes before the visit to `arrive_late` minutes after it. */
      arrive_early: Generated<number>
      arrive_late: Generated<number>
      /** JSON of the weekdays. Null: the default. */
      opening_days: Generated<string | null>
      /** JSON of `QuietHours`, and of `Reminders`. Null: the default. */
      quiet_hours: Generated<string | null>
      reminders: Generated<string | null>
      /** JSON of `EntitySettings`. Null: the defaults. */
      settings: Generated<string | null>
      /** JSON of `Retention`. Null: the default. */
      retention: Generated<string | null>
      /** When the reminders were changed last. Null once no pending step can depend on it. */
      reminders_changed_at: Generated<Instant | null>
      /** After a change of the settings: the reminders of visits that start later are still to be planned again. */
      replan_after: Generated<Instant | null>
      /** The release of the time-zone rules by which the service looked for visits whose local time has changed. */
      zone_rules: Generated<string | null>
      /** Since when the entity sends nothing. */
      retired_at: Generated<Instant | null>
    }
    /** The ids of entities that were removed. No other entity gets one of them (docs/decisions/0095). */
    removed_entities: {
      entity_id: string
      removed_at: Instant
    }
    entity_logos: {
      entity_id: string
      /** In base64. */
      png: string
    }
  }
}

export const entitiesData = {
  foundBy: 'no contact',
  columns: {
    entity_id: 'none',
    name: 'none',
    time_zone: 'none',
    language: 'none',
    phone: 'none',
    address: 'none',
    names: 'none',
    colour: 'none',
    country: 'none',
    sentences: 'none',
    last_sequence: 'none',
    last_event: 'none',
    redactions: 'none',
    last_night: 'none',
    webhooks: 'none',
    arrive_early: 'none',
    arrive_late: 'none',
    opening_days: 'none',
    quiet_hours: 'none',
    reminders: 'none',
    settings: 'none',
    retention: 'none',
    reminders_changed_at: 'none',
    replan_after: 'none',
    zone_rules: 'none',
    retired_at: 'none',
  },
} satisfies TableData<'entities'>

export const removedEntitiesData = {
  foundBy: 'no contact',
  columns: {
    entity_id: 'none',
    removed_at: 'none',
  },
} satisfies TableData<'removed_entities'>

export const entityLogosData = {
  foundBy: 'no contact',
  columns: {
    entity_id: 'none',
    png: 'none',
  },
} satisfies TableData<'entity_logos'>
