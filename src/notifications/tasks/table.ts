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
    }
  }
}
