import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { type Database, engineOf } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { Grant, Scope } from './credential.ts'

/** A credential, without its access token. */
export interface Credential {
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
  /** The id of the credential that a rotation created. */
  replaced_by: string | null
  /** To the hour. Null: never, or the service counts no requests. */
  last_used_at: Instant | null
  test: boolean
}

type Tokens = SelectQueryBuilder<Schema, 'access_tokens', Selectable<Schema['access_tokens']>>

/** Reads the credentials that `select` selects, with their entities. */
export async function readCredentials(
  database: Kysely<Schema>,
  select: (tokens: Tokens) => Tokens,
): Promise<Credential[]> {
  const rows = await select(database.selectFrom('access_tokens').selectAll()).execute()
  const limited = rows.filter(({ all_entities }) => all_entities === 0).map(({ access_token_id }) => access_token_id)
  const grants = await database
    .selectFrom('access_token_entities')
    .selectAll()
    .where(engineOf(database).isAmong('access_token_id', limited))
    .orderBy('entity_id')
    .execute()
  const byCredential = Map.groupBy(grants, ({ access_token_id }) => access_token_id)
  return rows.map(({ access_token_id: id, token_hash: _, scopes, all_entities, test, ...row }) => ({
    id,
    ...row,
    scopes: scopes.split(' ') as Scope[],
    test: test === 1,
    entities: all_entities ? 'all' : (byCredential.get(id) ?? []).map(({ entity_id }) => entity_id),
  }))
}

/** Selects the credentials whose entities are all among these. Omits those without any: their entities were removed. */
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

/** Returns the credentials whose entities are all among these: at most `limit`, ordered by id, after the id `after`. */
export const credentialsWithin = (database: Database, entities: Grant['entities'], after: string, limit: number) =>
  readCredentials(database, (tokens) =>
    within(tokens, entities).where('access_token_id', '>', after).orderBy('access_token_id').limit(sql.lit(limit)),
  )

/** Returns the credential if its entities are all among these. */
export async function credentialWithin(database: Database, entities: Grant['entities'], id: string) {
  const [credential] = await readCredentials(database, (tokens) =>
    within(tokens, entities).where('access_token_id', '=', id),
  )
  return credential
}

export const listCredentials = (database: Database) =>
  readCredentials(database, (tokens) => tokens.orderBy('access_token_id'))
