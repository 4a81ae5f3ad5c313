import type { Kysely } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { hashCheckinToken } from './token-hash.ts'
import { normalSpelling } from './token-spelling.ts'

/** How a request names a visit: by the check-in token of its QR code, or by the id of its notification. */
export type VisitReference = { token: string } | { id: string }

/** Returns the row of a check-in token, with the stored JSON of its record. Spec 4.2.
 *  @throws Problem checkin-not-found, checkin-expired, checkin-revoked */
export async function findCheckin(database: Database, entityId: string, token: string, now: Instant) {
  const [row] = await selectCheckin(database, { entityId, tokenHash: hashCheckinToken(token) })
  const normal = row ? undefined : normalSpelling(token)
  if (normal === undefined) return requireInForce(row, now)
  const [normalRow] = await selectCheckin(database, { entityId, tokenHash: hashCheckinToken(normal) })
  return requireInForce(normalRow, now)
}

/** The notification of a check-in token, and why it was revoked. */
export type TokenState = Pick<Schema['checkin_tokens'], 'notification_id' | 'revoked'>

/** @throws Problem checkin-not-found, checkin-expired, checkin-revoked */
export function requireInForce<Row extends TokenState & Pick<Schema['checkin_tokens'], 'expires_at'>>(
  row: Row | undefined,
  now: Instant,
): Row {
  const valid = requireUnrevoked(row)
  const { expires_at, notification_id } = valid
  if (expires_at !== null && expires_at <= now) throw new Problem('checkin-expired', { notification_id })
  return valid
}

/** @throws Problem checkin-not-found, checkin-revoked */
export function requireUnrevoked<Row extends TokenState>(row: Row | undefined): Row {
  if (!row) throw new Problem('checkin-not-found')
  const { revoked, notification_id } = row
  if (revoked !== null) throw new Problem('checkin-revoked', { reason: revoked, notification_id })
  return row
}

const selectCheckin = prepared((database, { entityId, tokenHash }: { entityId: string; tokenHash: string }) =>
  database
    .selectFrom('checkin_tokens')
    .select(['record', 'notification_id', 'expires_at', 'revoked'])
    .where('entity_id', '=', entityId)
    .where('token_hash', '=', tokenHash),
)

/** Returns the row of the token; undefined when the token does not exist. */
export async function findToken(database: Kysely<Schema>, entityId: string, token: string) {
  const spellings = [token, normalSpelling(token)].filter((spelling) => spelling !== undefined)
  return database
    .selectFrom('checkin_tokens')
    .select(['notification_id', 'expires_at', 'revoked'])
    .where('entity_id', '=', entityId)
    .where('token_hash', 'in', spellings.map(hashCheckinToken))
    .executeTakeFirst()
}
