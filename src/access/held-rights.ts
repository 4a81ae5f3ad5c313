import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { Problem } from '../errors.ts'
import type { Grant, Scope } from './credential.ts'

/** The entities that a credential has access to. */
export async function entitiesOf(database: Database, { credentialId }: FastifyRequest): Promise<Grant['entities']> {
  const { all_entities } = await database
    .selectFrom('access_tokens')
    .select('all_entities')
    .where('access_token_id', '=', credentialId)
    .executeTakeFirstOrThrow()
  if (all_entities) return 'all'
  const granted = await database
    .selectFrom('access_token_entities')
    .select('entity_id')
    .where('access_token_id', '=', credentialId)
    .execute()
  return granted.map(({ entity_id }) => entity_id)
}

/** A credential grants only what it has itself.
 *  @throws Problem exceeds-own-rights */
export async function requireHeld(
  database: Database,
  request: FastifyRequest,
  { scopes, entities }: { scopes: Scope[]; entities: Grant['entities'] },
) {
  const scope = scopes.find((one) => !request.credentialScopes.has(one))
  if (scope !== undefined) throw new Problem('exceeds-own-rights', { reason: scope })
  const own = await entitiesOf(database, request)
  if (own === 'all') return
  const foreign = entities === 'all' ? 'all_entities' : entities.find((id) => !own.includes(id))
  if (foreign !== undefined) throw new Problem('exceeds-own-rights', { reason: foreign })
}
