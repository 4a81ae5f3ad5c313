import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { SignIn } from '../../platform/config/sign-in.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { acceptedLanguageOf, plainPagePolicy, sendPage } from '../../platform/http/plain-page.ts'
import { accountIssuer } from '../accounts/account.ts'
import { cookie, deletedCookie, readCookie } from '../sessions/cookie.ts'
import { endSessions, hashSecret, startSession } from '../sessions/session.ts'
import { requireSameOrigin, sessionCookie } from '../sessions/session-cookie.ts'
import { rightsOf } from './access-rules.ts'
import { type Claims, groupsOf, personOf } from './claims.ts'
import { failureOf, reasonOf, statusOf } from './failure.ts'
import { localPath } from './local-path.ts'
import { failurePage, noAccessPage } from './pages.ts'
import { pendingCookie, pendingSeconds, seal, surplusCookies, unseal } from './pending-sign-in.ts'
import { begin, complete, signOutUrl, verifyLogout } from './provider.ts'

/** Returns the handlers of the routes of the sign-in. */
export function signInHandlers({ database, clock, secret, origin }: RouteContext, signIn: SignIn) {
  const again = () => `${origin()}/sign-in`

  const sendMessage = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    message: Parameters<typeof failurePage>[1],
  ) => sendPage(reply, status, plainPagePolicy, failurePage(acceptedLanguageOf(request), message, again()))

  function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown) {
    const failure = failureOf(error)
    request.log.warn({ reqId: request.id, failure, reason: reasonOf(error) }, 'Nobody was signed in')
    return sendMessage(request, reply, statusOf[failure], failure)
  }

  const redirect = (reply: FastifyReply, url: string) => reply.code(303).header('Location', url).send()

  return {
    async start(request: FastifyRequest, reply: FastifyReply) {
      const { to, prompt } = request.query as { to?: unknown; prompt?: unknown }
      try {
        const start = { redirectUri: `${origin()}/sign-in/callback`, to: localPath(to), asksAgain: prompt === 'login' }
        const { url, pending } = await begin(signIn, start)
        const sealed = await seal(secret, clock, pending)
        for (const name of surplusCookies(request)) reply.header('Set-Cookie', deletedCookie(name))
        reply.header('Set-Cookie', cookie(pendingCookie(pending.state), sealed, pendingSeconds))
        return redirect(reply, url)
      } catch (error) {
        return sendError(request, reply, error)
      }
    },

    /** Receives the provider's answer. */
    async callback(request: FastifyRequest, reply: FastifyReply) {
      const { state } = request.query as { state?: unknown }
      const name = pendingCookie(String(state))
      const pending = await unseal(secret, clock, readCookie(request, name))
      reply.header('Set-Cookie', deletedCookie(name))
      if (!pending) return sendMessage(request, reply, statusOf.over, 'over')
      let claims: Claims
      try {
        claims = await complete(signIn, new URL(`${origin()}${request.url}`), pending)
      } catch (error) {
        return sendError(request, reply, error)
      }
      const person = personOf(claims)
      const groups = groupsOf(claims, signIn.groupsClaim) ?? []
      const providerSession = typeof claims.sid === 'string' ? claims.sid : null
      const session = await database.write(async (trx) => {
        const rights = await rightsOf(trx, groups)
        return rights && startSession(trx, clock, person, rights, providerSession)
      })
      if (!session) {
        request.log.warn(
          { reqId: request.id, groups },
          'Nobody was signed in: no access rule has a group of the person',
        )
        return sendPage(reply, 403, plainPagePolicy, noAccessPage(acceptedLanguageOf(request), person, again()))
      }
      reply.header('Set-Cookie', cookie(sessionCookie, session.secret))
      return redirect(reply, origin() + pending.to)
    },

    /** Handles errors of these pages, such as a database that does not respond. */
    onError(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply) {
      const status = (error instanceof Problem ? error.status : error.statusCode) ?? 500
      if (status >= 500) request.log.error({ reqId: request.id, err: error }, 'Cannot serve a page of the sign-in')
      return sendMessage(request, reply, status, 'notNow')
    },

    async showSignedOut(request: FastifyRequest, reply: FastifyReply) {
      return sendMessage(request, reply, 200, 'signedOut')
    },

    /** Returns the URL of the page to open next. A script cannot read the target of a redirect. */
    async signOut(request: FastifyRequest, reply: FastifyReply) {
      requireSameOrigin(request, origin())
      const secret_hash = hashSecret(readCookie(request, sessionCookie) ?? '')
      const session = await database
        .selectFrom('sessions')
        .select('issuer')
        .where('secret_hash', '=', secret_hash)
        .executeTakeFirst()
      await endSessions(database, clock, { secret_hash })
      const page = `${origin()}/sign-in/signed-out`
      // The session here has ended, even if the provider does not respond.
      const isOfProvider = session?.issuer !== accountIssuer
      const url = isOfProvider ? await signOutUrl(signIn, page).catch(() => undefined) : undefined
      return reply.header('Set-Cookie', deletedCookie(sessionCookie)).send({ url: url ?? page })
    },

    /** Receives the provider's message that a person signed out there, or lost their account. */
    async providerLogout(request: FastifyRequest, reply: FastifyReply) {
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
      const logout = token === null ? undefined : await verifyLogout(signIn, token).catch(() => 'unverified' as const)
      if (logout === 'unverified') return reply.code(503).send({ error: 'temporarily_unavailable' })
      if (!logout) return reply.code(400).send({ error: 'invalid_request' })
      await endSessions(database, clock, logout)
      return reply.code(200).send()
    },
  }
}
