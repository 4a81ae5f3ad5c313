import { expressionBuilder, sql } from 'kysely'
import type { Engine } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { Instant } from '../instant.ts'

/** Renders the member `checkin_code_sha256` of a row of `notifications` in SQL; null without a token that is valid at `at`. Of
 *  several valid tokens, which only history files contain, it has one. */
export function codeHash({ hexOfHash }: Engine, entityId: string, at: Instant) {
  const { ref } = expressionBuilder<Schema, 'checkin_tokens'>()
  // The maximum of a bare `token_hash` would read all tokens of the entity in the order of the primary key.
  return sql<string | null>`(select ',"checkin_code_sha256":"' || max(${hexOfHash(ref('token_hash'))}) || '"'
    from checkin_tokens where checkin_tokens.entity_id = ${entityId}
      and checkin_tokens.notification_id = notifications.notification_id
      and revoked is null and (expires_at is null or expires_at > ${at}))`
}
