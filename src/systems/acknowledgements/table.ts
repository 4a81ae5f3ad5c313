import type { Generated } from 'kysely'
import { cleared, type TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { Outcome } from './acknowledgement.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** What the clinic's systems say about the events that they read. */
    acknowledgements: {
      entity_id: string
      sequence: number
      access_token_id: string
      outcome: Outcome
      reason: string | null
      acknowledged_at: Instant
      /** When staff had the event sent again after this failure. */
      resent_at: Generated<Instant | null>
    }
    /** The access tokens that have acknowledged events of an entity. */
    acknowledging_sources: {
      entity_id: string
      access_token_id: string
      name: string
      /** Whether the source reads only events of the kind `action`. */
      actions_alone: 0 | 1
      /** The highest sequence that it has acknowledged. */
      acknowledged: number
    }
  }
}

export const acknowledgementsData = {
  foundBy: 'event',
  removal: 'clear',
  columns: {
    entity_id: 'none',
    sequence: 'none',
    access_token_id: 'none',
    outcome: 'none',
    reason: cleared(null),
    acknowledged_at: 'none',
    resent_at: 'none',
  },
} satisfies TableData<'acknowledgements'>

export const acknowledgingSourcesData = {
  foundBy: 'no contact',
  columns: {
    entity_id: 'none',
    access_token_id: 'none',
    name: 'staff',
    actions_alone: 'none',
    acknowledged: 'none',
  },
} satisfies TableData<'acknowledging_sources'>
