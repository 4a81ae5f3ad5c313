import type { Generated } from 'kysely'
import type { Instant } from '../instant.ts'
import type { State } from './state.ts'

declare module '../database/schema.ts' {
  interface Schema {
    notifications: {
      entity_id: string
      notification_id: string
      task_id: string
      external_id: string
      category: string
      target: string
      contact: string
      params: string
      files: string
      inferred_data: string
      state: Generated<State>
      created_at: Generated<Instant | null>
      answered_at: Generated<Instant | null>
      arrived_at: Generated<Instant | null>
      /** The contact's text with a request for another time. */
      wish: Generated<string | null>
    }
    /** The batches in which clients submitted notifications. Imported tasks have no row: history does not date them. */
    tasks: {
      entity_id: string
      created_at: Instant
      task_id: string
      category: string
      target: string
    }
    /** The transaction that submits a task locks its entity's row. This serialises submissions: otherwise two could
     *  supersede the same notification. */
    task_counters: {
      entity_id: string
      tasks: number
    }
  }
}
