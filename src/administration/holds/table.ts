import type { Generated } from 'kysely'
import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** What keeps data of contacts from deletion. A released hold stays as a record. */
    holds: {
      entity_id: string
      hold_id: string
      /** Null: the data of all contacts of the entity. */
      contact_external_id: string | null
      reason: string
      placed_at: Instant
      /** The name of the credential. */
      placed_by: string
      released_at: Generated<Instant | null>
      released_by: Generated<string | null>
    }
  }
}

export const holdsData = {
  foundBy: 'contact',
  removal: 'delete',
  kept: 'until erasure',
  columns: {
    entity_id: 'none',
    hold_id: 'none',
    contact_external_id: 'contact',
    reason: 'contact',
    placed_at: 'none',
    placed_by: 'staff',
    released_at: 'none',
    released_by: 'staff',
  },
} satisfies TableData<'holds'>
