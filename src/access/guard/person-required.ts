import type { FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Clock } from '../../platform/time/instant.ts'
import type { CredentialKind } from '../credentials/credential-kind.ts'
import { type GrantLookup, isInForce } from '../credentials/find-grant.ts'
import type { Scope } from '../credentials/scope.ts'

export type DeskPerson = Config['deskPerson']

/** The scopes whose changes need a person who has signed in, also with an access token. A tablet in the waiting room has
 *  `checkin:code` instead. */
const scopesOfPeople = {
  optional: [],
  required: ['checkin:write'],
} as const satisfies Record<DeskPerson, Scope[]>

/** Returns those of the scopes of a device whose changes need a person. */
export const scopesWithPerson = (deskPerson: DeskPerson, scopes: ReadonlySet<string>): Scope[] =>
  scopesOfPeople[deskPerson].filter((scope) => scopes.has(scope))

/** The credentials of people. */
interface People extends Pick<CredentialKind, 'secretOf'> {
  grants: GrantLookup
}

/** Names the person in whose name a device makes a change. The person needs the scope that permits the change.
 *  @throws Problem person-required, cross-site-request */
export async function requirePerson(request: FastifyRequest, scope: Scope, { secretOf, grants }: People, clock: Clock) {
  const secret = secretOf(request)
  if (secret === undefined) throw new Problem('person-required', { reason: 'signed-out' })
  const grant = await grants.find(secret, request.entityId)
  if (!isInForce(grant, clock)) throw new Problem('person-required', { reason: 'session-ended' })
  if (!grant.scopes.has(scope) || !grant.hasEntityAccess)
    throw new Problem('person-required', { reason: 'lacks-rights' })
  grant.noteUse?.(request)
  request.credentialName = grant.name
  request.isOfPerson = true
}
