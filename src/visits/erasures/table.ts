import type { Generated } from 'kysely'
import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    erasures: {
      entity_id: string
      erasure_id: string
      /** The contact's key, until the work is done. */
      contact_external_id: Generated<string | null>
      /** The keyed hash of the contact's key, as long as sources may not bring the contact back. Null: they may. */
      contact_hash: Generated<string | null>
      reason: Generated<string | null>
      created_at: Instant
      created_by: string
      /** The numbers of erased or kept rows, by kind of data. JSON. */
      data: Generated<string>
      /** Why the data were kept. */
      kept: Generated<string | null>
      /** When no row had data of the contact any more. */
      erased_at: Generated<Instant | null>
      /** When the files of the database had none, either. */
      finished_at: Generated<Instant | null>
      lifted_at: Generated<Instant | null>
      lifted_by: Generated<string | null>
    }
  }
}

export const erasuresData = {
  foundBy: 'request',
  columns: {
    entity_id: 'none',
    erasure_id: 'none',
    contact_external_id: 'contact',
    contact_hash: 'contact',
    reason: 'staff',
    created_at: 'none',
    created_by: 'staff',
    data: 'none',
    kept: 'staff',
    erased_at: 'none',
    finished_at: 'none',
    lifted_at: 'none',
    lifted_by: 'staff',
  },
} satisfies TableData<'erasures'>
