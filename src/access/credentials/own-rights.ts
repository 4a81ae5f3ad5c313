import type { FastifyRequest } from 'fastify'
import { Problem } from '../../platform/errors/errors.ts'
import type { Grant } from './access-token.ts'

/** Checks that a credential grants only scopes and entities of its own.
 *  @throws Problem exceeds-own-rights */
export async function requireOwnRights(
  request: FastifyRequest,
  { scopes, entities }: Pick<Grant, 'scopes' | 'entities'>,
) {
  const scope = scopes.find((one) => !request.credentialScopes.has(one))
  if (scope !== undefined) throw new Problem('exceeds-own-rights', { reason: scope })
  const own = await request.credentialEntities()
  if (own === 'all') return
  const foreign = entities === 'all' ? 'all_entities' : entities.find((id) => !own.includes(id))
  if (foreign !== undefined) throw new Problem('exceeds-own-rights', { reason: foreign })
}
