import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AlternativeScope } from '../../access/guard/guard.ts'
import { EntityIdParam } from '../../entities/entity.ts'
import type { Database } from '../../platform/database/database.ts'
import { isUnavailable, Problem } from '../../platform/errors/errors.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { findToken } from './find-checkin.ts'

/** The path parameters of a check-in token. */
export const CheckinKey = Type.Object({
  entity_id: EntityIdParam,
  token: Type.String({ description: 'The check-in token that the QR code contains.' }),
})

export const tokenProblems = ['checkin-not-found', 'checkin-expired', 'checkin-revoked'] as const

/** The scope of a tablet in the waiting room is sufficient for a check-in token and its arrival. */
export const tokenScope = { scope: 'checkin:code', isEnough: () => true } as const satisfies AlternativeScope

/** Awaits a lookup by check-in token. Counts a miss when the token does not exist. Names the notification of a token that is
 *  no longer valid only to a credential that can read visits: its desk looks for the visit by this id.
 *  @throws Problem rate-limited instead of checkin-not-found when the credential has used up its budget of misses */
export async function withMissBudget<T>(
  { database, countMiss }: RouteContext,
  request: FastifyRequest,
  lookUp: Promise<T>,
): Promise<T> {
  try {
    return await lookUp
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'checkin-not-found') countMiss(request.credentialId)
    else if (!isUnavailable(error)) await noteContactOf(database, request)
    if (!request.credentialScopes.has('checkin:read')) delete error.members.notification_id
    throw error
  }
}

/** Says whose token a refused request has. */
async function noteContactOf(database: Database, request: FastifyRequest) {
  const { token } = request.params as { token?: string }
  const row = token === undefined ? undefined : await findToken(database, request.entityId, token)
  if (row) request.noteContacts(contactsOf(row.notification_id))
}
