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
      /** What a contact said who asked for another time. */
      wish: Generated<string | null>
    }
    /** What was handed over at once. Those of history are not among them: it does not tell when they were. */
    tasks: {
      entity_id: string
      created_at: Instant
      task_id: string
      category: string
      target: string
    }
    /** Whoever hands over a task of the entity has its row, so that no two supersede the same notification unseen. */
    task_counters: {
      entity_id: string
      tasks: number
    }
  }
}
