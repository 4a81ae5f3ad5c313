import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { ResourceName } from './change.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** What administrators changed of an entity. */
    changes: {
      entity_id: string
      changed_at: Instant
      change_id: string
      resource: ResourceName
      /** Which one, if the entity has several. */
      name: string | null
      /** The name of the credential. */
      changed_by: string
      /** JSON of the resource. Null: there was none, or there is none now. */
      before: string | null
      after: string | null
    }
  }
}

export const changesData = {
  foundBy: 'address in name',
  removal: 'delete',
  kept: 'until erasure',
  columns: {
    entity_id: 'none',
    changed_at: 'none',
    change_id: 'none',
    resource: 'none',
    name: 'contact',
    changed_by: 'staff',
    before: 'contact',
    after: 'contact',
  },
} satisfies TableData<'changes'>
