import type { Generated } from 'kysely'
import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
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
      /** The names of the credentials. Null: by command. */
      created_by: Generated<string | null>
      revoked_by: Generated<string | null>
      /** The access token that a rotation created. */
      replaced_by: Generated<string | null>
      /** To the hour. */
      last_used_at: Generated<Instant | null>
      /** Whether it is a test token. */
      test: Generated<0 | 1>
    }
    access_token_entities: {
      access_token_id: string
      entity_id: string
    }
  }
}

export const accessTokensData = {
  foundBy: 'no contact',
  columns: {
    access_token_id: 'none',
    token_hash: 'none',
    name: 'staff',
    scopes: 'none',
    all_entities: 'none',
    created_at: 'none',
    expires_at: 'none',
    revoked_at: 'none',
    last_used_at: 'none',
    created_by: 'staff',
    revoked_by: 'staff',
    replaced_by: 'none',
    test: 'none',
  },
} satisfies TableData<'access_tokens'>

export const accessTokenEntitiesData = {
  foundBy: 'no contact',
  columns: {
    access_token_id: 'none',
    entity_id: 'none',
  },
} satisfies TableData<'access_token_entities'>
