import type { Generated } from 'kysely'
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
