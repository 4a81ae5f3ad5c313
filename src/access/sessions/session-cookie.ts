import type { FastifyRequest } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { type Instant, minutes } from '../../platform/time/instant.ts'
import type { CredentialKind } from '../credentials/credential-kind.ts'
import { entityExists } from '../credentials/entity-exists.ts'
import { readCookie } from './cookie.ts'
import { endOf, entitiesOf, hashSecret, type SessionRow, sessionsInForce } from './session.ts'

export const sessionCookie = '__Host-rollcall'

const notedEveryMicros = minutes(1)

/** Sessions, by their cookie.
 *  @param origin the public URL of this service */
export const sessionKind = (origin: () => string): CredentialKind => ({
  isPerson: true,

  secretOf(request) {
    const secret = readCookie(request, sessionCookie)
    if (secret === undefined) return undefined
    requireSameOrigin(request, origin())
    return secret
  },

  async find(database, clock, secret, entityId) {
    const [row] = await selectSession(database, { secretHash: hashSecret(secret) })
    if (!row) return undefined
    const entities = entitiesOf(row)
    return {
      credentialId: row.session_id,
      name: row.name,
      scopes: new Set(row.scopes.split(' ')),
      expiresAt: endOf(row),
      revoked: row.ended_at !== null,
      // Only a granted entity is looked up: the response time reveals no other. It may have been removed since.
      hasEntityAccess: (entities === 'all' || entities.includes(entityId)) && (await entityExists(database, entityId)),
      noteUse: (request) => {
        if (!isUnattended(request)) noteUse(database, row, clock.now())
      },
    }
  },

  async inForce(database, clock, ids) {
    const found = await sessionsInForce(database, clock.now())
      .where(database.engine.isAmong('session_id', ids))
      .select('session_id')
      .execute()
    return new Set(found.map(({ session_id }) => session_id))
  },

  async entitiesOf(database, session_id) {
    const row = await database
      .selectFrom('sessions')
      .select(['all_entities', 'entities'])
      .where('session_id', '=', session_id)
      .executeTakeFirstOrThrow()
    return entitiesOf(row)
  },

  refusal: (_secret, grant) =>
    new Problem('session-ended', { reason: grant ? (grant.revoked ? 'revoked' : 'expired') : 'unknown' }),
})

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Browsers add the cookie to requests that other sites make. They say so in `Sec-Fetch-Site`, or at least in `Origin`.
 *  @throws Problem cross-site-request */
export function requireSameOrigin({ method, headers }: FastifyRequest, ownUrl: string) {
  if (safeMethods.has(method)) return
  const { 'sec-fetch-site': site = headers.origin === new URL(ownUrl).origin ? 'same-origin' : '' } = headers
  if (site !== 'same-origin') throw new Problem('cross-site-request')
}

// An open page that nobody attends follows events and reloads its lists. These requests do not extend the session. A page that omits
// the header gains nothing beyond the 12 hours.
const isUnattended = ({ query, headers }: FastifyRequest) =>
  headers['rollcall-unattended'] === 'true' ||
  (query as { wait?: unknown }).wait !== undefined ||
  headers.accept?.includes('text/event-stream') === true

/** Does not wait for the write, which a read does not need. Without it, the session only ends sooner. */
function noteUse(database: Database, row: Pick<SessionRow, 'session_id' | 'used_at'>, now: Instant) {
  if (now - row.used_at < notedEveryMicros) return
  row.used_at = now
  database
    .updateTable('sessions')
    .set({ used_at: now })
    .where('session_id', '=', row.session_id)
    .where('used_at', '<', now)
    .execute()
    .catch(() => {})
}

const selectSession = prepared((database, { secretHash }: { secretHash: string }) =>
  database.selectFrom('sessions').selectAll().where('secret_hash', '=', secretHash),
)
