import type { Transaction } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { newId } from '../../platform/keys/new-id.ts'
import type { Clock, Instant } from '../../platform/time/instant.ts'
import { requireRoom } from './max-access-tokens.ts'
import { reservedName } from './reserved-name.ts'
import type { Scope } from './scope.ts'
import { hashAccessToken, mintAccessToken } from './token-format.ts'

/** The rights and the lifetime of a new access token. */
export interface Grant {
  name: string
  scopes: Scope[]
  /** Entity ids, or all present and future entities. */
  entities: string[] | 'all'
  expiresAt: Instant | null
  /** The name of the credential that creates it. Absent: a command. */
  createdBy?: string
  /** Whether it changes only test visits, and sends nothing (docs/decisions/0098). */
  test?: boolean
}

/** Creates an access token. Returns its id and its text, which is not stored and cannot be shown again.
 *  @throws Error when the name is reserved; Problem too-many-access-tokens */
export const createAccessToken = (database: Database, clock: Clock, grant: Grant) =>
  database.write(async (trx) => {
    await requireRoom(trx, clock.now(), grant)
    return addAccessToken(trx, clock.now(), grant)
  })

/** Adds an access token without a check of the limit.
 *  @throws Error when the name is reserved */
export async function addAccessToken(trx: Transaction<Schema>, now: Instant, grant: Grant) {
  if (grant.name === reservedName) {
    throw new Error(`The name "${reservedName}" is reserved for actions of contacts. Choose another name.`)
  }
  const token = mintAccessToken(grant.test ? 'rc_test_' : 'rc_')
  const access_token_id = newId()
  await trx
    .insertInto('access_tokens')
    .values({
      access_token_id,
      token_hash: hashAccessToken(token),
      name: grant.name,
      scopes: grant.scopes.join(' '),
      all_entities: grant.entities === 'all' ? 1 : 0,
      created_at: now,
      expires_at: grant.expiresAt,
      revoked_at: null,
      created_by: grant.createdBy ?? null,
      test: grant.test ? 1 : 0,
    })
    .execute()
  if (grant.entities !== 'all' && grant.entities.length > 0) {
    const rows = grant.entities.map((entity_id) => ({ access_token_id, entity_id }))
    await trx.insertInto('access_token_entities').values(rows).execute()
  }
  return { id: access_token_id, token }
}

/** Revokes the access token. Returns false when the id is unknown or already revoked.
 *  @param by the name of the credential that asks for it; null: a command */
export async function revokeAccessToken(
  database: Database,
  clock: Clock,
  id: string,
  by: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('access_tokens')
    .set({ revoked_at: clock.now(), revoked_by: by })
    .where('access_token_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Returns the ids of the access tokens that are neither revoked nor expired. */
export async function accessTokensInForce(database: Database, clock: Clock, ids: string[]) {
  const found = await database
    .selectFrom('access_tokens')
    .where(database.engine.isAmong('access_token_id', ids))
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]))
    .select('access_token_id')
    .execute()
  return new Set(found.map(({ access_token_id }) => access_token_id))
}
