import { type Grant, reservedName } from '../access/credential.ts'
import type { Database } from '../database/database.ts'
import { findEntity } from '../entities/entity.ts'
import { type Instant, parseInstant } from '../instant.ts'
import { type JsonFault, throwIfFaulty } from '../invalid-body.ts'
import type { NewAccessToken } from './access-token-record.ts'

/** Returns the grant of a new access token.
 *  @throws Problem invalid-body */
export function grantOf(
  { name, scopes, entities, all_entities, test = false, expires_at }: NewAccessToken,
  now: Instant,
): Grant {
  const expiresAt = expires_at === undefined ? null : parseInstant(expires_at)!
  const faults: JsonFault[] = []
  if (name === reservedName) faults.push({ pointer: '/name', reason: 'is reserved for actions of contacts' })
  if (Boolean(entities) === Boolean(all_entities))
    faults.push({ pointer: '', reason: 'must have either entities or all_entities' })
  if (expiresAt !== null && expiresAt <= now) faults.push({ pointer: '/expires_at', reason: 'must be in the future' })
  throwIfFaulty(faults)
  return { name, scopes, entities: entities ?? 'all', test, expiresAt }
}

/** Checks that the entities exist.
 *  @throws Problem invalid-body */
export async function requireKnown(database: Database, entities: Grant['entities']) {
  const faults: JsonFault[] = []
  for (const [index, id] of entities === 'all' ? [] : entities.entries()) {
    if (!(await findEntity(database, id))) faults.push({ pointer: `/entities/${index}`, reason: 'is no entity' })
  }
  throwIfFaulty(faults)
}
