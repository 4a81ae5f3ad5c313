import type { Generated } from 'kysely'
import { cleared, type TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { clearedDetails } from './cleared-details.ts'
import type { EventKind } from './event.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** What happened to an entity's notifications, numbered in commit order. */
    events: {
      entity_id: string
      sequence: number
      at: Instant
      kind: EventKind
      notification_id: string | null
      /** The row of `actions` that an event of the kind `action` stands for. */
      action_sequence: Generated<number | null>
      /** JSON: the members that only this kind has. */
      details: string
    }
  }
}

export const eventsData = {
  foundBy: 'notification of log',
  removal: 'clear',
  columns: {
    entity_id: 'none',
    sequence: 'none',
    at: 'none',
    kind: 'none',
    notification_id: 'none',
    action_sequence: 'none',
    details: cleared(clearedDetails, 'messages', 'replies'),
  },
} satisfies TableData<'events'>
