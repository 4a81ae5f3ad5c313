import type { Grant } from '../../access/credentials/access-token.ts'
import { reservedName } from '../../access/credentials/reserved-name.ts'
import { rightsFaults } from '../../access/credentials/rights.ts'
import { throwIfFaulty } from '../../platform/errors/invalid-body.ts'
import { type Instant, parseInstant } from '../../platform/time/instant.ts'
import type { NewAccessToken } from './access-token-record.ts'

/** Returns the grant of a new access token.
 *  @throws Problem invalid-body */
export function grantOf(token: NewAccessToken, now: Instant): Grant {
  const { name, scopes, entities, test = false, expires_at } = token
  const expiresAt = expires_at === undefined ? null : parseInstant(expires_at)!
  const faults = rightsFaults(token, '')
  if (name === reservedName) faults.push({ pointer: '/name', reason: 'is reserved for actions of contacts' })
  if (expiresAt !== null && expiresAt <= now) faults.push({ pointer: '/expires_at', reason: 'must be in the future' })
  throwIfFaulty(faults)
  return { name, scopes, entities: entities ?? 'all', test, expiresAt }
}
