import type { Generated } from 'kysely'
import type { Instant } from '../instant.ts'

/** The tables, as every engine holds them: instants in microseconds, booleans as 0 and 1, JSON as text. */
export interface Schema {
  entities: {
    entity_id: string
    name: string
    time_zone: string
    language: string
    /** The sequence of the entity's latest action: each action takes the next, in commit order. */
    last_sequence: Generated<number>
  }
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
  }
  actions: {
    entity_id: string
    at: Instant
    sequence: number
    action_id: string
    notification_id: string
    action: string
    channel: string
    /** The action record of spec 2.1, rendered once. */
    record: string
  }
  checkin_tokens: {
    entity_id: string
    token_hash: string
    notification_id: string
    /** The check-in record of spec 2.2, rendered once. */
    record: string
    expires_at: Instant | null
    revoked: string | null
  }
  access_tokens: {
    access_token_id: string
    token_hash: string
    name: string
    /** Separated by spaces, as in RFC 6749. */
    scopes: string
    all_entities: 0 | 1
    created_at: Instant
    expires_at: Instant | null
    revoked_at: Instant | null
  }
  access_token_entities: {
    access_token_id: string
    entity_id: string
  }
}
