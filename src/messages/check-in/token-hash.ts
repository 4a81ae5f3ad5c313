import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'

/** The database stores only the hash of a check-in token. */
export const hashCheckinToken = (token: string) => hash('sha256', token, 'base64url')

/** Returns the hexadecimal SHA-256 of the notifications' check-in tokens that are valid at `at`. Of several valid tokens, which
 *  only history files contain, it has one. */
export async function tokenHashes(database: Kysely<Schema>, entityId: string, notificationIds: string[], at: Instant) {
  const tokens = await database
    .selectFrom('checkin_tokens')
    .select(['notification_id', 'token_hash'])
    .where('entity_id', '=', entityId)
    .where('notification_id', 'in', notificationIds)
    .where('revoked', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .orderBy('token_hash')
    .execute()
  return new Map(
    tokens.map(({ notification_id, token_hash }) => [
      notification_id,
      Buffer.from(token_hash, 'base64url').toString('hex'),
    ]),
  )
}
