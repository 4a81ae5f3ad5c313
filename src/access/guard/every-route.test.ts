import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest, InjectOptions, LightMyRequestResponse, RouteOptions } from 'fastify'
import { describe, expect, vi } from 'vitest'
import { appRoutes } from '../../../test/app-routes.ts'
import { entity } from '../../../test/history.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { signedIn } from '../../../test/signed-in.ts'
import { revokeAccessToken } from '../credentials/access-token.ts'
import { type Scope, scopes } from '../credentials/scope.ts'
import { mintAccessToken } from '../credentials/token-format.ts'
import { endSessions, type GroupRights } from '../sessions/session.ts'

// Thousands of requests: each route with each credential.
vi.setConfig({ testTimeout: 900_000 })

type Method = NonNullable<InjectOptions['method']>

interface Bearer {
  name: string
  /** The header with the credential. */
  headers: Record<string, string>
  /** The code of the problem with the credential itself. */
  problem?: string
  isTest?: boolean
  scope?: Scope
  entities?: readonly string[]
  /** Why the service does not accept the person who uses the credential, where it requires a person. */
  personFault?: string
}

async function bearers(rollcall: Rollcall): Promise<Bearer[]> {
  const { tokenFor, database, clock } = rollcall
  const expired = await tokenFor({ expiresAt: clock.now() })
  const revoked = await tokenFor()
  await revokeAccessToken(database, clock, revoked.id)
  const ended = await signedIn(rollcall)
  await endSessions(database, clock, { session_id: ended.id })
  const invalid: Bearer[] = [
    { name: 'no token', headers: {}, problem: 'missing-credential' },
    { name: 'a malformed token', headers: bearer('rc_x'), problem: 'invalid-token' },
    { name: 'an unknown token', headers: bearer(mintAccessToken()), problem: 'invalid-token' },
    { name: 'an expired token', headers: bearer(expired.token), problem: 'invalid-token' },
    { name: 'a revoked token', headers: bearer(revoked.token), problem: 'invalid-token' },
    { name: 'a session that has ended', headers: ended.headers, problem: 'session-ended' },
  ]
  const valid = scopes.map(async (scope): Promise<Bearer[]> => {
    const own = await tokenFor({ scopes: [scope], entities: ['own'] })
    const session = await signedIn(rollcall, { scopes: [scope] })
    const test = await tokenFor({ scopes: [scope], entities: ['own'], test: true })
    return [
      { name: `own, ${scope}`, headers: bearer(own.token), scope, entities: ['own'] },
      { name: `a session, ${scope}`, headers: session.headers, scope, entities: ['own', 'foreign'] },
      { name: `test, ${scope}`, headers: bearer(test.token), scope, entities: ['own'], isTest: true },
    ]
  })
  return [...invalid, ...(await Promise.all(valid)).flat()]
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const urlOf = (pattern: string, entityId = 'own') =>
  pattern
    .replace(':entity_id', entityId)
    .replaceAll(/:\w+_date/g, '2026-03-29')
    .replaceAll(/:\w+/g, '1')

/** The route's URL for each entity, and with the query that needs a lesser scope. */
function urlsOf({ url, config }: RouteOptions): string[] {
  const urls = ['own', 'foreign', 'no-such'].map((entityId) => urlOf(url, entityId))
  return [...new Set(config!.alternativeScope ? [...urls, `${urls[0]}?action=arrive`] : urls)]
}

/** The route's URL with a trailing slash, and with each of its slashes encoded. */
function misspellings({ url }: RouteOptions): string[] {
  const own = urlOf(url)
  const slashes = [...own.matchAll(/(?!^)\//g)].map(({ index }) => index)
  const encoded = slashes.map((at) => `${own.slice(0, at)}%2F${own.slice(at + 1)}`)
  return [urlOf(url, 'own%2F'), `${own}/`, ...encoded]
}

/** Whether the credential is refused whatever the entity. One without a token and one with the narrowest scope try each entity. */
const isRefusedAnywhere = ({ config }: RouteOptions, { name, scope }: Bearer) =>
  config!.scope !== 'any' &&
  config!.scope !== scope &&
  config!.alternativeScope?.scope !== scope &&
  !['no token', 'own, checkin:code'].includes(name)

interface Rejection {
  status: number
  code: string
  reason?: string
  challenge?: string
}

/** Access tokens that people use. Some of the people have no session in force, or lack the rights. */
async function tokensWithPeople(rollcall: Rollcall): Promise<Bearer[]> {
  const person = (rights: Partial<GroupRights> = {}) => signedIn(rollcall, rights)
  const ended = await person()
  await endSessions(rollcall.database, rollcall.clock, { session_id: ended.id })
  const people: [name: string, Record<string, string>, personFault?: string][] = [
    ['nobody', {}, 'signed-out'],
    ['a person', (await person({ scopes: ['checkin:write'], entities: ['own'] })).headers],
    ['a person whose session has ended', ended.headers, 'session-ended'],
    [
      'a person without the scope',
      (await person({ scopes: scopes.filter((scope) => scope !== 'checkin:write') })).headers,
      'lacks-rights',
    ],
    ['a person of another entity', (await person({ entities: ['foreign'] })).headers, 'lacks-rights'],
  ]
  const bearers = scopes.map(async (scope) => {
    const { token } = await rollcall.tokenFor({ scopes: [scope], entities: ['own'] })
    // Only the changes of this scope need a person. A device gains no right from one.
    const some = scope === 'checkin:write' ? people : people.slice(0, 2)
    return some.map(([name, headers, personFault]) => ({
      name: `own, ${scope}, with ${name}`,
      headers: { ...headers, ...bearer(token) },
      scope,
      entities: ['own'],
      ...(personFault !== undefined && { personFault }),
    }))
  })
  return (await Promise.all(bearers)).flat()
}

/** The rejection that the declarations require; undefined if the handler must respond. */
async function rejection(method: Method, url: string, bearer: Bearer): Promise<Rejection | undefined> {
  const { pathname, searchParams } = new URL(url, 'http://x')
  const parts = pathname.split('/')
  const ofPath = appRoutes.filter((route) => matches(route.url.split('/'), parts))
  const route = ofPath.find((one) => one.method === method)
  // A parameter may be empty, but such an address has no `Allow`.
  if (!route && (ofPath.length === 0 || pathname.endsWith('/'))) return { status: 404, code: 'not-found' }
  if (!route) return { status: 405, code: 'method-not-allowed' }
  if (bearer.problem === 'missing-credential') return { status: 401, code: bearer.problem, challenge: realm }
  if (bearer.problem === 'session-ended') return { status: 401, code: bearer.problem, challenge: realm }
  if (bearer.problem) return { status: 401, code: bearer.problem, challenge: `${realm}, error="invalid_token"` }
  const { scope, alternativeScope } = route.config!
  const place = route.url.split('/').indexOf(':entity_id')
  const isGranted = place < 0 || bearer.entities!.includes(decodeURIComponent(parts[place]!))
  const params = Object.fromEntries(route.url.split('/').map((name, index) => [name.slice(1), parts[index]!]))
  const request = { query: Object.fromEntries(searchParams), params: params as unknown } as FastifyRequest
  const isLesserEnough =
    alternativeScope?.scope === bearer.scope && (await alternativeScope?.isEnough(request, isGranted))
  if (scope !== 'any' && scope !== bearer.scope && !isLesserEnough) {
    const challenge = `${realm}, error="insufficient_scope", scope="${scope}"`
    return { status: 403, code: 'insufficient-scope', challenge }
  }
  if (bearer.isTest && !['GET', 'HEAD'].includes(method) && route.config!.tests === undefined) {
    return { status: 403, code: 'test-token', challenge: `${realm}, error="insufficient_scope"` }
  }
  if (route.config!.entities === 'all' && !bearer.entities!.includes('foreign'))
    return { status: 403, code: 'all-entities-required', challenge: `${realm}, error="insufficient_scope"` }
  if (!isGranted) return { status: 404, code: 'entity-not-found' }
  const isPersonal = scope === 'checkin:write' && bearer.scope === scope && !['GET', 'HEAD'].includes(method)
  if (!isPersonal || bearer.personFault === undefined) return undefined
  return { status: 403, code: 'person-required', reason: bearer.personFault, challenge: realm }
}

const realm = 'Bearer realm="rollcall"'

const matches = (pattern: string[], parts: string[]) =>
  pattern.length === parts.length && pattern.every((part, place) => part.startsWith(':') || part === parts[place])

/** Reads a rejection from the response; undefined if the handler responded. A response to HEAD has no body with a code. */
function rejectionIn(
  { statusCode: status, headers, body }: LightMyRequestResponse,
  method: Method,
  expected?: Rejection,
) {
  const { code, reason } = method === 'HEAD' ? (expected ?? {}) : status < 400 ? {} : JSON.parse(body)
  const challenge = headers['www-authenticate']
  if (![401, 403, 405].includes(status) && !['not-found', 'entity-not-found', 'internal'].includes(code))
    return undefined
  return { status, code, ...(code === 'person-required' && { reason }), ...(challenge && { challenge }) }
}

describe('every public route', () => {
  serviceTest('that looks something up by a part of its path has a budget per address', async ({ app }) => {
    await app.ready()
    const parts = appRoutes.filter(({ url, config }) => config?.public && /[:*]/.test(url) && !config.budget)
    const unlimited = new Set(parts.map(({ url }) => url))
    // Files and texts of the service itself.
    for (const url of ['/assets/:file', '/pictures/:file', '/problems/:code', '/docs/static/*']) unlimited.delete(url)
    expect([...unlimited]).toEqual([])
  })
})

// The members of requests and responses that tell of a contact.
const telling = ['addresses', 'birth_date', 'citizen_id', 'contact', 'uid']

/** The names of all members of a schema. */
const membersOf = (schema: unknown): string[] =>
  Object.entries(typeof schema === 'object' && schema !== null ? schema : {}).flatMap(([name, value]) =>
    name === 'properties' ? [...Object.keys(value), ...membersOf(value)] : membersOf(value),
  )

serviceTest('every route that tells of a contact declares whose personal data it uses', async () => {
  const told = appRoutes.filter(({ schema, config }) =>
    membersOf([schema?.body, config?.responses]).some((name) => telling.includes(name)),
  )
  expect(told.length).toBeGreaterThan(15)
  const undeclared = told.filter(({ config }) => !['contact', 'contacts'].includes(config?.personal ?? ''))
  expect(undeclared.map(({ method, url }) => `${method} ${url}`)).toEqual([])
})

describe('every route under /v1', () => {
  serviceTest('accepts exactly the credentials with its scope and access to its entity', async (rollcall) => {
    const { app, given } = rollcall
    await given(entity({ id: 'own' }), entity({ id: 'foreign' }))
    await app.ready()
    const guarded = appRoutes.filter(({ url, config }) => url.startsWith('/v1/') || !config?.public)
    const surprises: object[] = []
    const admitted = new Set<RouteOptions>()
    for (const bearer of await bearers(rollcall)) {
      for (const route of guarded) {
        const method = route.method as Method
        // It would end the session.
        if (bearer.name.startsWith('a session, ') && `${method} ${route.url}`.match(/^DELETE \/v1\/sessions?$/))
          continue
        // Without a token, with the route's scope, and with the narrowest scope.
        const misspells = ['no token', `own, ${route.config!.scope}`, 'own, checkin:code'].includes(bearer.name)
        const urls = isRefusedAnywhere(route, bearer) ? [urlOf(route.url)] : urlsOf(route)
        for (const url of [...urls, ...(misspells ? misspellings(route) : [])]) {
          const expected = await rejection(method, url, bearer)
          const response = await app.inject({ method, url, headers: bearer.headers })
          const got = rejectionIn(response, method, expected)
          if (!isDeepStrictEqual(got, expected)) surprises.push({ bearer: bearer.name, method, url, expected, got })
          if (!expected) admitted.add(route)
        }
      }
    }
    expect(surprises).toEqual([])
    // Rejections alone prove nothing: each route must also accept a credential.
    expect(admitted).toEqual(new Set(guarded))
  })

  serviceTest(
    'accepts a change of a desk only from a person with its scope and entity, where one is required',
    async (rollcall) => {
      const { app, given } = rollcall
      await given(entity({ id: 'own' }), entity({ id: 'foreign' }))
      await app.ready()
      const guarded = appRoutes.filter(({ config }) => !config?.public)
      const surprises: object[] = []
      const needing = new Set<string>()
      for (const bearer of await tokensWithPeople(rollcall)) {
        for (const route of guarded) {
          const method = route.method as Method
          const url = urlOf(route.url)
          const expected = await rejection(method, url, bearer)
          const got = rejectionIn(await app.inject({ method, url, headers: bearer.headers }), method, expected)
          if (!isDeepStrictEqual(got, expected)) surprises.push({ bearer: bearer.name, method, url, expected, got })
          if (got?.code === 'person-required') needing.add(`${method} ${route.url}`)
        }
      }
      expect(surprises).toEqual([])
      const arrivals = ['/v1/checkin/bytoken/:entity_id/:token', '/v1/notifications/:entity_id/:notification_id']
      expect([...needing].sort()).toEqual(
        arrivals.flatMap((path) => [`POST ${path}/arrival`, `POST ${path}/arrival/annulment`]),
      )
    },
    { config: { deskPerson: 'required' } },
  )

  serviceTest('refuses a change with the cookie of a session that another site sends', async (rollcall) => {
    const { app, given } = rollcall
    await given(entity({ id: 'own' }))
    await app.ready()
    const { headers } = await signedIn(rollcall)
    const changing = appRoutes.filter(({ method, config }) => !config?.public && !['GET', 'HEAD'].includes(`${method}`))
    expect(changing.length).toBeGreaterThan(30)
    for (const { method, url } of changing) {
      const forged = { ...headers, 'sec-fetch-site': 'cross-site' }
      const answer = await app.inject({ method: method as Method, url: urlOf(url), headers: forged })
      expect([method, url, answer.json().code]).toEqual([method, url, 'cross-site-request'])
    }
  })

  serviceTest('rejects a tablet of the waiting room, except for codes and their arrival', async (rollcall) => {
    const { app, given, tokenFor } = rollcall
    await given(entity({ id: 'own' }))
    await app.ready()
    const { token } = await tokenFor({ scopes: ['checkin:code'] })
    const admitted: string[] = []
    for (const { method, url: pattern, config } of appRoutes.filter(({ config }) => !config?.public)) {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await app.inject({ method: method as Method, url: urlOf(pattern), headers })
      if (answer.statusCode !== 403 && config?.scope !== 'any') admitted.push(`${method} ${pattern}`)
    }
    const code = '/v1/checkin/bytoken/:entity_id/:token'
    expect(admitted.sort()).toEqual([
      ...[`GET ${code}`, `GET ${code}/arrival`, `HEAD ${code}`, `HEAD ${code}/arrival`, `POST ${code}/arrival`],
    ])
  })
})
