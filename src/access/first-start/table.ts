import type { Instant } from '../../platform/time/instant.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** The link of the latest first start, in one row. */
    first_starts: {
      first_start_id: 1
      /** Of the secret in the link. */
      secret_hash: string
      expires_at: Instant
    }
  }
}
