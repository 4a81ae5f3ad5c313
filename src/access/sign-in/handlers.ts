import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { SignIn } from '../../platform/config/sign-in.ts'
import { Problem } from '../../platform/errors/errors.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { acceptedLanguageOf, plainPagePolicy, sendPage } from '../../platform/http/plain-page.ts'
import { cookie, deletedCookie, readCookie } from '../sessions/cookie.ts'
import { endSessions, hashSecret, startSession } from '../sessions/session.ts'
import { requireSameOrigin, sessionCookie } from '../sessions/session-cookie.ts'
import { rightsOf } from './access-rules.ts'
import { groupsOf, personOf } from './claims.ts'
import { failureOf, reasonOf, statusOf } from './failure.ts'
import { failurePage, noAccessPage } from './pages.ts'
import { begin, complete, signOutUrl, verifyLogout } from './provider.ts'
import { localPath, seal, surplusCookies, transactionCookie, transactionSeconds, unseal } from './transaction.ts'

/** Returns the handlers of the routes of the sign-in. */
export function handlers({ database, clock, secret, origin }: RouteContext, signIn: SignIn) {
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
    async begun(request: FastifyRequest, reply: FastifyReply) {
      const { to, prompt } = request.query as { to?: unknown; prompt?: unknown }
      try {
        const start = { redirectUri: `${origin()}/sign-in/callback`, to: localPath(to), asksAgain: prompt === 'login' }
        const { url, transaction } = await begin(signIn, start)
        const sealed = await seal(secret, clock, transaction)
        for (const name of surplusCookies(request)) reply.header('Set-Cookie', deletedCookie(name))
        const own = cookie(transactionCookie(transaction.state), sealed, transactionSeconds)
        return redirect(reply.header('Set-Cookie', own), url)
      } catch (error) {
        return sendError(request, reply, error)
      }
    },

    async answered(request: FastifyRequest, reply: FastifyReply) {
      const { state } = request.query as { state?: unknown }
      const name = transactionCookie(String(state))
      const transaction = await unseal(secret, clock, readCookie(request, name))
      reply.header('Set-Cookie', deletedCookie(name))
      if (!transaction) return sendMessage(request, reply, statusOf.over, 'over')
      const claims = await complete(signIn, new URL(`${origin()}${request.url}`), transaction).catch((error) => {
        sendError(request, reply, error)
      })
      if (!claims) return reply
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
      return redirect(reply, origin() + transaction.to)
    },

    /** The database may not respond. */
    failed(error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply) {
      const status = (error instanceof Problem ? error.status : error.statusCode) ?? 500
      if (status >= 500) request.log.error({ reqId: request.id, err: error }, 'Cannot serve a page of the sign-in')
      return sendMessage(request, reply, status, 'notNow')
    },

    async signedOut(request: FastifyRequest, reply: FastifyReply) {
      return sendMessage(request, reply, 200, 'signedOut')
    },

    /** Returns the page to open next. A script cannot read where a redirect leads. */
    async signOut(request: FastifyRequest, reply: FastifyReply) {
      requireSameOrigin(request, origin())
      const own = readCookie(request, sessionCookie)
      if (own !== undefined) await endSessions(database, clock, { secret_hash: hashSecret(own) })
      const page = `${origin()}/sign-in/signed-out`
      // The session here has ended, even if the provider does not respond.
      const url = await signOutUrl(signIn, page).catch(() => undefined)
      return reply.header('Set-Cookie', deletedCookie(sessionCookie)).send({ url: url ?? page })
    },

    /** The provider tells that a person signed out there, or lost their account. */
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
