import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/instant.ts'
import { isWithin } from './is-within.ts'
import { entitiesOf, findSession, type SessionRow, sessionsInForce } from './session.ts'

/** Returns the sessions that the caller sees and may end, the latest first: own ones and, with the scope `admin`, those whose
 *  entities the caller administers. */
export async function visibleSessions(
  database: Database,
  clock: Clock,
  request: FastifyRequest,
): Promise<SessionRow[]> {
  const own = await findSession(database, request.credentialId)
  const granted = request.credentialScopes.has('admin') ? await request.credentialEntities() : []
  const sessions = await sessionsInForce(database, clock.now()).selectAll().orderBy('session_id', 'desc').execute()
  return sessions.filter(
    (session) =>
      (session.issuer === own?.issuer && session.subject === own.subject) || isWithin(entitiesOf(session), granted),
  )
}
