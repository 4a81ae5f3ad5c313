import type { Generated } from 'kysely'
import { cleared, type TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { clearedRecord } from '../../visits/cleared.ts'
import type { RevocationReason } from './issued-token.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    checkin_tokens: {
      entity_id: string
      token_hash: string
      notification_id: string
      /** The check-in record of spec 2.2, rendered once. */
      record: string
      expires_at: Instant | null
      revoked: RevocationReason | null
      /** Null for a token whose history file says that it is revoked. */
      revoked_at: Generated<Instant | null>
    }
  }
}

export const checkinTokensData = {
  foundBy: 'notification',
  removal: 'clear',
  columns: {
    entity_id: 'none',
    token_hash: 'none',
    notification_id: 'none',
    record: cleared(clearedRecord),
    expires_at: 'none',
    revoked: 'none',
    revoked_at: 'none',
  },
} satisfies TableData<'checkin_tokens'>
