import type { FastifyRequest } from 'fastify'
import { createAccessToken, type Grant, revokeAccessToken } from '../../access/credentials/access-token.ts'
import { findAccessTokenWithin } from '../../access/credentials/list-access-tokens.ts'
import { requireOwnRights } from '../../access/credentials/own-rights.ts'
import { reservedName } from '../../access/credentials/reserved-name.ts'
import { rightsFaults, unknownEntities } from '../../access/credentials/rights.ts'
import { rotateAccessToken } from '../../access/credentials/rotate-access-token.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { throwIfFaulty } from '../../platform/errors/invalid-body.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { type Instant, type Microseconds, parseInstant } from '../../platform/time/instant.ts'
import { accessTokenRecord, type CreatedAccessToken, type NewAccessToken } from './access-token-record.ts'

type Context = Pick<RouteContext, 'database' | 'clock'>

/** Creates an access token with rights that the caller has.
 *  @throws Problem invalid-body, exceeds-own-rights, too-many-access-tokens */
export async function createForCaller(
  context: Context,
  request: FastifyRequest,
  body: NewAccessToken,
): Promise<CreatedAccessToken> {
  const { database, clock } = context
  const grant = grantOf(body, clock.now())
  await requireOwnRights(request, grant)
  throwIfFaulty(await unknownEntities(database, new Map([['', body]])))
  return withRecord(context, await createAccessToken(database, clock, { ...grant, createdBy: request.credentialName }))
}

/** Replaces an access token by one with the same rights. The old one is valid for `overlapMicros` more at most.
 *  @throws Problem access-token-not-found, access-token-ended, exceeds-own-rights, too-many-access-tokens */
export async function rotateForCaller(
  context: Context,
  request: FastifyRequest,
  id: string,
  overlapMicros: Microseconds,
): Promise<CreatedAccessToken> {
  const { database, clock } = context
  await requireOwnRights(request, await requireToken(context, request, id))
  const rotated = await rotateAccessToken(database, clock, { id, by: request.credentialName, overlapMicros })
  if (!rotated) throw new Problem('access-token-ended')
  return withRecord(context, rotated)
}

/** Revokes an access token of the caller's entities.
 *  @throws Problem access-token-not-found */
export async function revokeForCaller(context: Context, request: FastifyRequest, id: string) {
  await requireToken(context, request, id)
  await revokeAccessToken(context.database, context.clock, id, request.credentialName)
}

/** @throws Problem access-token-not-found */
async function requireToken({ database }: Context, request: FastifyRequest, id: string) {
  const token = await findAccessTokenWithin(database, await request.credentialEntities(), id)
  if (!token) throw new Problem('access-token-not-found')
  return token
}

async function withRecord({ database, clock }: Context, { id, token }: { id: string; token: string }) {
  const stored = await findAccessTokenWithin(database, 'all', id)
  return { ...accessTokenRecord(stored!, clock.now()), token }
}

/** @throws Problem invalid-body */
function grantOf(token: NewAccessToken, now: Instant): Grant {
  const { name, scopes, entities, test = false, expires_at } = token
  const expiresAt = expires_at === undefined ? null : parseInstant(expires_at)!
  const faults = rightsFaults(token, '')
  if (name === reservedName) faults.push({ pointer: '/name', reason: 'is reserved for actions of contacts' })
  if (expiresAt !== null && expiresAt <= now) faults.push({ pointer: '/expires_at', reason: 'must be in the future' })
  throwIfFaulty(faults)
  return { name, scopes, entities: entities ?? 'all', test, expiresAt }
}
