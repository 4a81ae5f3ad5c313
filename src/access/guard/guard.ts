import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { Clock, Instant } from '../../platform/time/instant.ts'
import type { CredentialGrant, CredentialKind } from '../credentials/credential-kind.ts'
import { credentialWatch } from '../credentials/credential-watch.ts'
import { entityExists } from '../credentials/entity-exists.ts'
import { type GrantLookup, grantLookup, isInForce } from '../credentials/find-grant.ts'
import type { Scope } from '../credentials/scope.ts'
import type { Budgets } from './budgets.ts'
import { type DeskPerson, requirePerson, scopesWithPerson } from './person-required.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The required scope, or `any` for requests about the credential itself. */
    scope?: Scope | 'any'
    /** A second scope that also permits the request. `appliesTo` limits it to some requests. */
    alternativeScope?: AlternativeScope
    /** For a route that names no entity: whether the credential needs access to all entities, or the route itself keeps to the
     *  entities of the credential. */
    entities?: 'all' | 'own'
    /** The changes that a test token may make: `any`, because they concern no real contact, or those of test visits, of events of
     *  test visits, or of webhooks that a test token created. Without it, a test token may only read. */
    tests?: 'any' | 'visit' | 'event' | 'webhook'
  }
  interface FastifyRequest {
    credentialId: string
    /** The name that the operator gave the credential. Where a person must also have signed in, the name of the person. */
    credentialName: string
    /** Whether the credential is a person's, or a person has also signed in. */
    isOfPerson: boolean
    /** Returns those scopes of the credential whose requests for changes need a signed-in person, too. */
    scopesWithPerson(): Scope[]
    /** The scopes of the credential. */
    credentialScopes: ReadonlySet<string>
    /** Null for a credential without an expiry. */
    credentialExpiresAt: Instant | null
    /** Returns the ids of the entities that the credential is for, or `all`. */
    credentialEntities(): Promise<string[] | 'all'>
    /** Whether the credential is a test token. */
    isTest: boolean
    /** The entity of the path, after the guard has checked that the credential has access to it; or that of a contact's link. */
    entityId: string
    /** The entity of the path if it exists, also if the credential has no access to it. */
    existingEntityId: string
    /** Whether the credential still has access to the entity. Requests that wait call this repeatedly. */
    isGranted(): Promise<boolean>
    /** Checks the same after a wait, without the cache.
     *  @throws Problem invalid-token, entity-not-found */
    requireGrant(): Promise<void>
    /** Calls `end` when the credential is revoked or expires. Returns a function that stops the watch. */
    watchCredential(end: () => void): () => void
  }
}

export interface AlternativeScope {
  scope: Scope
  /** Phrase for the OpenAPI text. Without it, the scope is sufficient for all requests. */
  appliesTo?: string
  /** Whether the scope is sufficient. Without a grant for the entity, it must not read the entity: neither the response nor its
   *  timing reveals whether the entity exists. */
  isEnough(request: FastifyRequest, isGranted: boolean): boolean | Promise<boolean>
}

/** The only place that authorises requests. It checks credential, budget, scope and entity, in this order.
 *  @param kinds the kinds of credentials. If a request presents several, the first of them counts. */
export function guard(
  app: FastifyInstance,
  database: Database,
  clock: Clock,
  budgets: Budgets,
  deskPerson: DeskPerson,
  kinds: CredentialKind[],
) {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  // The hooks of a plugin run after these hooks, and may declare its routes public.
  app.addHook('onReady', async () => routes.forEach(requireDeclaration))

  const sources = kinds.map((kind) => sourceOf(kind, database, clock))
  const people = sources.find(({ isPerson }) => isPerson)!
  app.addHook('onClose', async () => {
    for (const { waitingRequests } of sources) waitingRequests.close()
  })
  decorateRequests(app, sources, database, clock, deskPerson)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.scope) await admit(request)
  })

  /** @throws Problem missing-credential, invalid-token */
  async function requireInForce(request: FastifyRequest, entityId: string) {
    const { source, secret } = presentedCredential(sources, request)
    const grant = await source.grants.find(secret, entityId)
    if (!isInForce(grant, clock)) throw source.refusal(secret, grant)
    request.isOfPerson = source.isPerson
    return grant
  }

  /** @throws Problem missing-credential, invalid-token, rate-limited, insufficient-scope, test-token, entity-not-found,
   *  person-required, database-unavailable */
  async function admit(request: FastifyRequest) {
    const { entity_id: entityId } = request.params as { entity_id?: string }
    const grant = await requireInForce(request, entityId ?? '')
    request.credentialId = grant.credentialId
    request.credentialName = grant.name
    request.credentialScopes = grant.scopes
    request.isTest = grant.isTest ?? false
    request.credentialExpiresAt = grant.expiresAt
    if (grant.hasEntityAccess) request.existingEntityId = entityId!
    budgets.takeRequest(grant.credentialId)
    grant.noteUse?.(request)
    if (entityId !== undefined && !grant.hasEntityAccess && (await entityExists(database, entityId)))
      request.existingEntityId = entityId
    const { scope, entities } = request.routeOptions.config
    const permitting = await permittingScope(request, grant)
    if (permitting === undefined) throw insufficientScope(scope!)
    if (grant.isTest && !mayTest(request)) throw new Problem('test-token')
    if (entities === 'all' && (await request.credentialEntities()) !== 'all') throw new Problem('all-entities-required')
    if (entityId !== undefined) {
      if (!grant.hasEntityAccess) throw new Problem('entity-not-found')
      request.entityId = entityId
    }
    if (!isRead(request) && permitting !== 'any' && request.scopesWithPerson().includes(permitting))
      await requirePerson(request, permitting, people, clock)
  }
}

/** A kind of credential, with its cached grants and the requests that wait with its credentials. */
interface CredentialSource extends CredentialKind {
  waitingRequests: ReturnType<typeof credentialWatch>
  grants: GrantLookup
}

const sourceOf = (kind: CredentialKind, database: Database, clock: Clock): CredentialSource => ({
  ...kind,
  waitingRequests: credentialWatch(database, clock, kind),
  grants: grantLookup(kind, database, clock),
})

/** Adds what routes ask about the credential of a request. */
function decorateRequests(
  app: FastifyInstance,
  sources: CredentialSource[],
  database: Database,
  clock: Clock,
  deskPerson: DeskPerson,
) {
  app.decorateRequest('credentialId', '')
  app.decorateRequest('credentialName', '')
  app.decorateRequest('isOfPerson', false)
  app.decorateRequest('credentialScopes', null as never)
  app.decorateRequest('credentialExpiresAt', null)
  app.decorateRequest('isTest', false)
  app.decorateRequest('entityId', '')
  app.decorateRequest('existingEntityId', '')

  app.decorateRequest('credentialEntities', function (this: FastifyRequest) {
    return presentedCredential(sources, this).source.entitiesOf(database, this.credentialId)
  })

  app.decorateRequest('scopesWithPerson', function (this: FastifyRequest) {
    return presentedCredential(sources, this).source.isPerson ? [] : scopesWithPerson(deskPerson, this.credentialScopes)
  })

  app.decorateRequest('isGranted', async function (this: FastifyRequest) {
    const { source, secret } = presentedCredential(sources, this)
    const grant = await source.grants.find(secret, this.entityId)
    return isInForce(grant, clock) && grant.hasEntityAccess
  })

  app.decorateRequest('requireGrant', async function (this: FastifyRequest) {
    const { source, secret } = presentedCredential(sources, this)
    const grant = await source.grants.findAgain(secret, this.entityId)
    if (!isInForce(grant, clock)) throw source.refusal(secret, grant)
    if (!grant.hasEntityAccess) throw new Problem('entity-not-found')
  })

  app.decorateRequest('watchCredential', function (this: FastifyRequest, end) {
    return presentedCredential(sources, this).source.waitingRequests.watch(this.credentialId, end)
  })
}

/** Returns the secret of the first kind of credential that the request presents.
 *  @throws Problem missing-credential */
function presentedCredential(sources: CredentialSource[], request: FastifyRequest) {
  for (const source of sources) {
    const secret = source.secretOf(request)
    if (secret !== undefined) return { source, secret }
  }
  throw new Problem('missing-credential')
}

/** Returns the scope of the credential that permits the request; undefined if none does. */
async function permittingScope(request: FastifyRequest, { scopes, hasEntityAccess }: CredentialGrant) {
  const { scope, alternativeScope: alternative } = request.routeOptions.config
  if (scope === 'any' || scopes.has(scope!)) return scope!
  if (!alternative || !scopes.has(alternative.scope)) return undefined
  return (await alternative.isEnough(request, hasEntityAccess)) ? alternative.scope : undefined
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

const mayTest = (request: FastifyRequest) => isRead(request) || request.routeOptions.config.tests !== undefined

/** Checks a scope that depends on the body of the request.
 *  @throws Problem insufficient-scope */
export function requireScope({ credentialScopes }: FastifyRequest, scope: Scope) {
  if (!credentialScopes.has(scope)) throw insufficientScope(scope)
}

const insufficientScope = (scope: string) =>
  new Problem(
    'insufficient-scope',
    { scope },
    { 'WWW-Authenticate': `Bearer realm="rollcall", error="insufficient_scope", scope="${scope}"` },
  )

/** @throws Error when the route declares neither a scope nor that it is public, or not whose personal data it uses */
function requireDeclaration({ url, config = {} }: RouteOptions) {
  const { scope, entities, personal, budget } = config
  if (!config.public && !scope) throw new Error(`${url} declares neither a scope nor that it is public`)
  if (scope && scope !== 'any' && entities === undefined && !url.includes('/:entity_id'))
    throw new Error(`${url} has a scope but names no entity`)
  const isOfClinic = scope === 'any' || scope === 'admin'
  const looksUp = scope ? !isOfClinic : budget !== undefined
  if (looksUp && personal === undefined) throw new Error(`${url} does not declare whose personal data it uses`)
}
