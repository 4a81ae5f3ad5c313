import type { Generated } from 'kysely'
import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** The batches in which clients submitted notifications. Imported tasks have no row: history does not date them. */
    tasks: {
      entity_id: string
      created_at: Instant
      task_id: string
      category: string
      target: string
      /** The name of the credential. */
      submitted_by: string
      /** Whether a test token submitted it. */
      test: 0 | 1
    }
    /** The transaction that submits a task locks its entity's row. This serialises submissions: otherwise two could
     *  supersede the same notification. */
    task_counters: {
      entity_id: string
      tasks: number
      /** Whether the entity has erased a contact: a submission looks for erased contacts only then. */
      has_erasures: Generated<0 | 1>
    }
  }
}

export const tasksData = {
  foundBy: 'no contact',
  columns: {
    entity_id: 'none',
    created_at: 'none',
    task_id: 'none',
    category: 'none',
    target: 'none',
    submitted_by: 'staff',
    test: 'none',
  },
} satisfies TableData<'tasks'>

export const taskCountersData = {
  foundBy: 'no contact',
  columns: {
    entity_id: 'none',
    tasks: 'none',
    has_erasures: 'none',
  },
} satisfies TableData<'task_counters'>
