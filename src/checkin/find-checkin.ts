import type { Database } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { Problem } from '../errors.ts'
import type { Instant } from '../instant.ts'
import { hashCheckinToken, spellings } from './checkin-token.ts'

/** The stored JSON of the record behind a check-in token. Spec 4.2.
 *  @throws Problem checkin-not-found, checkin-expired, checkin-revoked */
export async function findCheckin(database: Database, entityId: string, token: string, now: Instant): Promise<string> {
  for (const spelling of spellings(token)) {
    const [row] = await selectCheckin(database, { entityId, tokenHash: hashCheckinToken(spelling) })
    if (!row) continue
    if (row.revoked !== null) throw new Problem('checkin-revoked', { reason: row.revoked })
    if (row.expires_at !== null && row.expires_at <= now) throw new Problem('checkin-expired')
    return row.record
  }
  throw new Problem('checkin-not-found')
}

const selectCheckin = prepared((database, { entityId, tokenHash }: { entityId: string; tokenHash: string }) =>
  database
    .selectFrom('checkin_tokens')
    .select(['record', 'expires_at', 'revoked'])
    .where('entity_id', '=', entityId)
    .where('token_hash', '=', tokenHash),
)
