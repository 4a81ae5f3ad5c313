import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { Problem } from '../../platform/errors/errors.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { json, response } from '../../platform/http/reference.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import { shownEntities } from '../credentials/rights.ts'
import { type Scope, scopes } from '../credentials/scope.ts'
import { deletedCookie } from './cookie.ts'
import { endOf, endSessions, entitiesOf, findSession, type SessionRow } from './session.ts'
import { sessionCookie } from './session-cookie.ts'
import { visibleSessions } from './visible-sessions.ts'

/** A session, without its secret. */
const Session = Type.Object(
  {
    id: Type.String({ description: 'The id of the session.' }),
    name: Type.String({ description: 'The name of the person.' }),
    issuer: Type.String({
      description: 'The identity provider; `account` for an account of this service.',
    }),
    subject: Type.String({ description: 'The id of the person at the identity provider, or of the account.' }),
    scopes: Type.Array(Type.Enum(scopes), { description: 'The scopes of the session.' }),
    entities: Type.Optional(
      Type.Array(Type.String(), { description: 'The ids of its entities, unless it is for all of them.' }),
    ),
    all_entities: Type.Optional(
      Type.Literal(true, { description: 'The session is for all entities, also future ones.' }),
    ),
    created_at: Type.String({ description: 'When the person signed in, in UTC.' }),
    used_at: Type.String({ description: 'When the session was last used, in UTC, to the minute.' }),
    expires_at: Type.String({ description: 'When the session ends if nobody uses it, in UTC.' }),
    is_current: Type.Boolean({ description: 'Whether this request used the session.' }),
  },
  {
    $id: 'Session',
    description: 'The session of a person who has signed in.',
    examples: [
      {
        id: '019d3960-11aa-7b02-8c55-52a1c0ffee02',
        name: 'Ana Reis',
        issuer: 'https://login.example.org/realms/clinic',
        subject: '6f2c1a90-5f0e-4a4c-9a55-0c1d2e3f4a5b',
        scopes: ['checkin:read', 'checkin:write'],
        entities: ['clinica-lisboa'],
        created_at: '2026-03-30T08:00:00.000000+00:00',
        used_at: '2026-03-30T09:12:00.000000+00:00',
        expires_at: '2026-03-30T09:42:00.000000+00:00',
        is_current: true,
      },
    ],
  },
)
export type Session = Static<typeof Session>

const tags = ['access']
const scope = 'any'
const problems = ['session-not-found'] as const

const getCurrent = {
  config: { scope, problems, responses: { 200: json('The session.', Session) } },
  schema: {
    operationId: 'getSession',
    summary: 'Get the session that this request uses',
    description: 'A request with an access token has no session.',
    tags,
  },
} as const

const endCurrent = {
  config: { scope, problems, responses: { 204: response('The session has ended.', {}) } },
  schema: {
    operationId: 'endSession',
    summary: 'Sign out',
    description:
      'Ends the session that this request uses. `POST /sign-out` also returns the address at which the person signs out at the identity provider.',
    tags,
  },
} as const

const list = {
  config: { scope, responses: { 200: json('The sessions, the latest first.', Type.Array(Session)) } },
  schema: {
    operationId: 'listSessions',
    summary: 'List sessions',
    description:
      'Lists the sessions of the person who signed in. With the scope `admin`, lists also those of other people whose entities the credential is for.',
    tags,
  },
} as const

const endOne = {
  config: { scope, problems, responses: { 204: response('The session has ended.', {}) } },
  schema: {
    operationId: 'endOneSession',
    summary: 'End a session',
    description:
      'Ends one of the sessions that `GET /v1/sessions` lists. It takes effect within five seconds, also for requests that wait.',
    tags,
    params: Type.Object({ session_id: Type.String({ description: 'The id of the session.' }) }),
  },
} as const

const endOwn = {
  config: { scope, problems, responses: { 204: response('The sessions have ended.', {}) } },
  schema: {
    operationId: 'endSessions',
    summary: 'Sign out everywhere',
    description: 'Ends all sessions of the person who signed in.',
    tags,
  },
} as const

/** The sessions of people who have signed in. */
export const sessionRoutes: Feature = (app, { database, clock }) => {
  /** @throws Problem session-not-found when the credential is an access token */
  async function requireSession({ credentialId }: FastifyRequest) {
    const session = await findSession(database, credentialId)
    if (!session) throw new Problem('session-not-found')
    return session
  }

  app.get('/v1/session', getCurrent, async (request) =>
    sessionRecord(await requireSession(request), request.credentialId),
  )

  app.delete('/v1/session', endCurrent, async (request, reply) => {
    const { session_id } = await requireSession(request)
    await endSessions(database, clock, { session_id })
    return reply.code(204).header('Set-Cookie', deletedCookie(sessionCookie)).send()
  })

  app.get('/v1/sessions', list, async (request) =>
    (await visibleSessions(database, clock, request)).map((row) => sessionRecord(row, request.credentialId)),
  )

  app.delete('/v1/sessions', endOwn, async (request, reply) => {
    const { issuer, subject } = await requireSession(request)
    await endSessions(database, clock, { issuer, subject })
    return reply.code(204).header('Set-Cookie', deletedCookie(sessionCookie)).send()
  })

  app.delete('/v1/sessions/:session_id', endOne, async (request, reply) => {
    const visible = await visibleSessions(database, clock, request)
    const session = visible.find(({ session_id }) => session_id === request.params.session_id)
    if (!session) throw new Problem('session-not-found')
    await endSessions(database, clock, { session_id: session.session_id })
    return reply.code(204).send()
  })
}

const sessionRecord = (row: SessionRow, currentId: string): Session => ({
  id: row.session_id,
  name: row.name,
  issuer: row.issuer,
  subject: row.subject,
  scopes: row.scopes.split(' ') as Scope[],
  ...shownEntities(entitiesOf(row)),
  created_at: formatInstant(row.created_at),
  used_at: formatInstant(row.used_at),
  expires_at: formatInstant(endOf(row)),
  is_current: row.session_id === currentId,
})
