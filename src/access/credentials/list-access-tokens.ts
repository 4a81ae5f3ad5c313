import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { type Database, engineOf } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { Grant } from './access-token.ts'
import type { Scope } from './scope.ts'

/** An access token, without its secret. */
export interface AccessToken {
  id: string
  name: string
  scopes: Scope[]
  entities: Grant['entities']
  created_at: Instant
  expires_at: Instant | null
  revoked_at: Instant | null
  /** The names of credentials. Null: a command. */
  created_by: string | null
  revoked_by: string | null
  /** The id of the access token that a rotation created. */
  replaced_by: string | null
  /** To the hour. Null: never, or the service counts no requests. */
  last_used_at: Instant | null
  test: boolean
}

type Tokens = SelectQueryBuilder<Schema, 'access_tokens', Selectable<Schema['access_tokens']>>

/** Reads the access tokens that `select` selects, with their entities. */
export async function readAccessTokens(
  database: Kysely<Schema>,
  select: (tokens: Tokens) => Tokens,
): Promise<AccessToken[]> {
  const rows = await select(database.selectFrom('access_tokens').selectAll()).execute()
  const limited = rows.filter(({ all_entities }) => all_entities === 0).map(({ access_token_id }) => access_token_id)
  const grants = await database
    .selectFrom('access_token_entities')
    .selectAll()
    .where(engineOf(database).isAmong('access_token_id', limited))
    .orderBy('entity_id')
    .execute()
  const byToken = Map.groupBy(grants, ({ access_token_id }) => access_token_id)
  return rows.map(({ access_token_id: id, token_hash: _, scopes, all_entities, test, ...row }) => ({
    id,
    ...row,
    scopes: scopes.split(' ') as Scope[],
    test: test === 1,
    entities: all_entities ? 'all' : (byToken.get(id) ?? []).map(({ entity_id }) => entity_id),
  }))
}

/** Selects the access tokens whose entities are all among these. Omits those without any: their entities were removed. */
const within = (tokens: Tokens, entities: Grant['entities']) =>
  entities === 'all'
    ? tokens
    : tokens.where(({ and, not, exists, selectFrom }) => {
        const granted = selectFrom('access_token_entities as granted')
          .select('granted.entity_id')
          .whereRef('granted.access_token_id', '=', 'access_tokens.access_token_id')
        // No entity has an empty id: `not in` needs a value.
        const others = granted.where('granted.entity_id', 'not in', [...entities, ''])
        return and([exists(granted), not(exists(others))])
      })

/** Returns the access tokens whose entities are all among these: at most `limit`, ordered by id, after the id `after`. */
export const listAccessTokensWithin = (database: Database, entities: Grant['entities'], after: string, limit: number) =>
  readAccessTokens(database, (tokens) =>
    within(tokens, entities).where('access_token_id', '>', after).orderBy('access_token_id').limit(sql.lit(limit)),
  )

/** Returns the access token if its entities are all among these. */
export async function findAccessTokenWithin(database: Database, entities: Grant['entities'], id: string) {
  const [token] = await readAccessTokens(database, (tokens) =>
    within(tokens, entities).where('access_token_id', '=', id),
  )
  return token
}

/** Returns all access tokens, ordered by id. */
export const listAccessTokens = (database: Database) =>
  readAccessTokens(database, (tokens) => tokens.orderBy('access_token_id'))
