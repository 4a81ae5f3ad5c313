import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { requireAvailable } from '../database/across-entities.ts'
import type { ReadRouter } from '../database/read-router.ts'
import { Problem } from '../errors.ts'
import type { Clock } from '../instant.ts'
import { bearerToken, isAccessToken } from './access-token.ts'
import type { Budgets } from './budgets.ts'
import type { Scope } from './credential.ts'
import { CredentialWatch } from './credential-watch.ts'
import { type CredentialGrant, grantLookup } from './find-grant.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The required scope, or `any` for requests about the credential itself. */
    scope?: Scope | 'any'
    /** A second scope that also permits the request. `appliesTo` limits it to some requests. */
    alternativeScope?: AlternativeScope
    /** For a route that names no entity: whether the credential needs access to all entities, or the route itself keeps to the
     *  entities of the credential. */
    entities?: 'all' | 'own'
  }
  interface FastifyRequest {
    credentialId: string
    /** The name that the operator gave the credential. */
    credentialName: string
    /** The scopes of the credential. */
    credentialScopes: ReadonlySet<string>
    /** The entity of the path. The guard has checked that the credential has access to it. */
    entityId: string
    /** Whether the credential still has access to the entity. Requests that wait call this repeatedly. */
    isGranted(): Promise<boolean>
    /** Checks the same after a wait.
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
  /** Whether the scope is sufficient. Without a grant for the entity, it must not read the entity: the guard responds
   *  alike, and takes as long, whether the entity exists or not. */
  isEnough(request: FastifyRequest, isGranted: boolean): boolean | Promise<boolean>
}

/** The only place that authorises requests. It checks credential, budget, scope and entity, in this order. */
export function guard(app: FastifyInstance, readRouter: ReadRouter, clock: Clock, budgets: Budgets) {
  app.decorateRequest('credentialId', '')
  app.decorateRequest('credentialName', '')
  app.decorateRequest('credentialScopes', null as never)
  app.decorateRequest('entityId', '')

  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  // The hooks of a plugin run after these hooks, and may declare its routes public.
  app.addHook('onReady', async () => routes.forEach(requireDeclaration))

  const watch = new CredentialWatch(readRouter.available, clock)
  app.addHook('onClose', async () => watch.close())
  const findGrant = grantLookup(readRouter, watch, clock)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.scope) await admit(request)
  })

  app.decorateRequest('isGranted', async function (this: FastifyRequest) {
    const grant = await findGrant(this.headers.authorization ?? '', this.entityId)
    return isInForce(grant) && grant.hasEntityAccess
  })

  app.decorateRequest('requireGrant', async function (this: FastifyRequest) {
    const grant = await findGrant(this.headers.authorization ?? '', this.entityId)
    requireInForce(this, grant)
    if (!grant.hasEntityAccess) throw new Problem('entity-not-found')
  })

  app.decorateRequest('watchCredential', function (this: FastifyRequest, end) {
    return watch.watch(this.credentialId, end)
  })

  const isInForce = (grant: CredentialGrant | undefined): grant is CredentialGrant =>
    grant !== undefined && !grant.revoked && (grant.expiresAt === null || grant.expiresAt > clock.now())

  /** @throws Problem invalid-token */
  function requireInForce(
    request: FastifyRequest,
    grant: CredentialGrant | undefined,
  ): asserts grant is CredentialGrant {
    if (!isInForce(grant)) throw new Problem('invalid-token', { reason: whyInvalid(request, grant) })
  }

  /** @throws Problem invalid-token, rate-limited, insufficient-scope, entity-not-found, database-unavailable */
  async function admit(request: FastifyRequest) {
    const { entity_id: entityId } = request.params as { entity_id?: string }
    const grant = await findGrant(onlyAuthorization(request), entityId ?? '')
    requireInForce(request, grant)
    request.credentialId = grant.credentialId
    request.credentialName = grant.name
    request.credentialScopes = grant.scopes
    await budgets.takeRequest(grant.credentialId)
    const { scope, entities } = request.routeOptions.config
    if (!(await hasScope(request, grant))) throw lacking(scope!)
    if (entities === 'all' && !grant.hasAllEntities) throw new Problem('all-entities-required')
    if (entityId === undefined) return
    if (!grant.hasEntityAccess) throw new Problem('entity-not-found')
    requireAvailable(readRouter.available, entityId)
    request.entityId = entityId
  }
}

function hasScope(request: FastifyRequest, { scopes, hasEntityAccess }: CredentialGrant) {
  const { scope, alternativeScope } = request.routeOptions.config
  if (scope === 'any' || scopes.has(scope!)) return true
  return (
    alternativeScope !== undefined &&
    scopes.has(alternativeScope.scope) &&
    alternativeScope.isEnough(request, hasEntityAccess)
  )
}

/** Only a person with the whole token learns the reason. */
function whyInvalid({ headers }: FastifyRequest, grant: CredentialGrant | undefined) {
  if (grant) return grant.revoked ? 'revoked' : 'expired'
  return isAccessToken(bearerToken(headers.authorization ?? '')) ? 'unknown' : 'mistyped'
}

/** Checks a scope that depends on the body of the request.
 *  @throws Problem insufficient-scope */
export function requireScope({ credentialScopes }: FastifyRequest, scope: Scope) {
  if (!credentialScopes.has(scope)) throw lacking(scope)
}

const lacking = (scope: string) =>
  new Problem(
    'insufficient-scope',
    { scope },
    { 'WWW-Authenticate': `Bearer realm="rollcall", error="insufficient_scope", scope="${scope}"` },
  )

/** @throws Error when the route declares neither a scope nor that it is public */
function requireDeclaration({ url, config }: RouteOptions) {
  if (config?.public) return
  if (!config?.scope) throw new Error(`${url} declares neither a scope nor that it is public`)
  if (config.scope !== 'any' && config.entities === undefined && !url.includes('/:entity_id'))
    throw new Error(`${url} has a scope but names no entity`)
}

/** Node keeps only the first of two Authorization headers. The raw headers contain both.
 *  @throws Problem invalid-request when there are two */
function onlyAuthorization({ headers, raw }: FastifyRequest): string {
  let count = 0
  for (let i = 0; i < raw.rawHeaders.length; i += 2) {
    if (raw.rawHeaders[i]!.length === 13 && raw.rawHeaders[i]!.toLowerCase() === 'authorization') count++
  }
  if (count > 1) throw new Problem('invalid-request')
  return headers.authorization ?? ''
}
