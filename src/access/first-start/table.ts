import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** The link of the latest first start, in one row. */
    first_starts: {
      first_start_id: 1
      /** The hash of the secret in the link. */
      secret_hash: string
      expires_at: Instant
    }
  }
}

export const firstStartsData = {
  foundBy: 'no contact',
  ends: { column: 'expires_at', after: 0 },
  columns: {
    first_start_id: 'none',
    secret_hash: 'none',
    expires_at: 'none',
  },
} satisfies TableData<'first_starts'>
