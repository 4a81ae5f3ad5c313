import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { State } from '../../visits/state.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** Claims of visits by staff. A notification has at most one valid claim. */
    claims: {
      entity_id: string
      notification_id: string
      /** The hash of the key that the page chose. */
      key_hash: string
      /** The name of the credential. */
      claimed_by: string
      claimed_at: Instant
      claimed_until: Instant
      /** The notification's state, and its last answer or 0, when it was claimed. A change of either ends the claim. */
      state: State
      answered_at: Instant
    }
  }
}

export const claimsData = {
  foundBy: 'notification',
  removal: 'delete',
  kept: 'notes',
  ends: { column: 'claimed_until', after: 0 },
  columns: {
    entity_id: 'none',
    notification_id: 'none',
    key_hash: 'none',
    claimed_by: 'staff',
    claimed_at: 'none',
    claimed_until: 'none',
    state: 'none',
    answered_at: 'none',
  },
} satisfies TableData<'claims'>
