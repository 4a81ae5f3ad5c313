import type { Database } from '../../platform/database/database.ts'
import type { Clock, Microseconds } from '../../platform/time/instant.ts'
import { addAccessToken } from './access-token.ts'
import { readAccessTokens } from './list-access-tokens.ts'
import { requireRoomForSuccessor } from './max-access-tokens.ts'

/** Creates an access token with the rights and the lifetime of another one, which then expires after `overlapMicros` at the latest.
 *  Returns undefined if the other one is revoked, expired, or already replaced: the lifetime of a replaced one is that of its overlap.
 *  @param by the name of the credential that asks for it
 *  @throws Problem too-many-access-tokens */
export const rotateAccessToken = (
  database: Database,
  clock: Clock,
  { id, by, overlapMicros }: { id: string; by: string; overlapMicros: Microseconds },
) =>
  database.write(async (trx) => {
    const now = clock.now()
    const [before] = await readAccessTokens(trx, (tokens) => tokens.where('access_token_id', '=', id).forUpdate())
    if (!before || before.revoked_at !== null || before.replaced_by !== null) return undefined
    if ((before.expires_at ?? Number.POSITIVE_INFINITY) <= now) return undefined
    const { name, scopes, entities, created_at, expires_at, test } = before
    const expiresAt = expires_at === null ? null : now + (expires_at - created_at)
    await requireRoomForSuccessor(trx, now, before)
    const created = await addAccessToken(trx, now, { name, scopes, entities, expiresAt, createdBy: by, test })
    await trx
      .updateTable('access_tokens')
      .set({
        expires_at: Math.min(expires_at ?? Number.POSITIVE_INFINITY, now + overlapMicros),
        replaced_by: created.id,
      })
      .where('access_token_id', '=', id)
      .execute()
    return created
  })
