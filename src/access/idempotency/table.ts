import type { TableData } from '../../platform/database/table-data.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** Responses to requests that changed data, for clients that retry. */
    idempotency_keys: {
      entity_id: string
      sender_id: string
      idempotency_key: string
      request_hash: string
      status: number
      body: string
      created_at: Instant
    }
  }
}

export const idempotencyKeysData = {
  foundBy: 'short-lived',
  ends: { column: 'created_at', after: hours(24) },
  columns: {
    entity_id: 'none',
    sender_id: 'none',
    idempotency_key: 'none',
    request_hash: 'contact',
    status: 'none',
    body: 'contact',
    created_at: 'none',
  },
} satisfies TableData<'idempotency_keys'>
