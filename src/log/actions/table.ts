import { cleared, type TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { clearedRecord } from '../../visits/cleared.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    actions: {
      entity_id: string
      at: Instant
      sequence: number
      action_id: string
      notification_id: string
      action: string
      channel: string
      /** The action record of spec 2.1, rendered once. */
      record: string
      /** The start of the visit, as known when the action happened; null when it was unknown. */
      starts_at: Instant | null
      /** The name of the credential that acted for the contact. Null: the contact acted. */
      acted_by: string | null
      /** Why staff reversed an arrival. Other actions have none. */
      reason: string | null
      /** Whether its notification is a test. */
      test: 0 | 1
    }
  }
}

export const actionsData = {
  foundBy: 'notification of log',
  removal: 'clear',
  columns: {
    entity_id: 'none',
    at: 'none',
    sequence: 'none',
    action_id: 'none',
    notification_id: 'none',
    action: 'none',
    channel: 'none',
    record: cleared(clearedRecord),
    starts_at: 'none',
    acted_by: 'staff',
    reason: cleared(null),
    test: 'none',
  },
} satisfies TableData<'actions'>
