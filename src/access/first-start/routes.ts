import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../platform/errors/errors.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { acceptForms } from '../../platform/http/forms.ts'
import { acceptedLanguageOf, plainFormPolicy, sendPage } from '../../platform/http/plain-page.ts'
import { declareRoutesPublic } from '../../platform/http/public-routes.ts'
import { oneLine } from '../../platform/text/one-line.ts'
import { isVisible } from '../../platform/text/visible.ts'
import { reservedName } from '../credentials/reserved-name.ts'
import { requireSameOrigin } from '../sessions/session-cookie.ts'
import { useLink } from './link.ts'
import { failurePage, script, startPage } from './pages.ts'

const maxNameLength = 200

/** The page behind the link that `rollcall serve` prints on a database that nobody has access to (docs/decisions/0099). GET
 *  and HEAD neither receive the secret nor change anything. */
export const firstStartRoutes: Feature = (app, { database, clock, config, origin, addressBudgets }) => {
  if (!config.hasAccounts) return
  app.register(async (pages) => {
    declareRoutesPublic(pages, { budget: 'sign-in', personal: 'none' })
    acceptForms(pages)
    pages.setErrorHandler((error: FastifyError, request, reply) =>
      sendError(addressBudgets.errorOf(error, request), request, reply),
    )

    pages.get('/first-start', hidden, async (request, reply) =>
      sendPage(reply, 200, plainFormPolicy, startPage(acceptedLanguageOf(request))),
    )

    pages.get('/first-start/form.js', hidden, async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(script),
    )

    // Not the path of the page: a browser that shows a failure would take a new link for a place in the same page.
    pages.post('/first-start/session', hidden, async (request, reply) => {
      requireSameOrigin(request, origin())
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const link = await useLink(database, clock, form.get('secret') ?? '', nameIn(form))
      if (!link) throw new Problem('not-found')
      if (link === 'not-needed') return sendFailure(request, reply, 410, 'notNeeded')
      request.log.info({ reqId: request.id }, 'The link of the start was used: it invited the first administrator')
      // Relative: the cookie of the session is for the host of the request, be it 127.0.0.1, localhost or that of PUBLIC_URL.
      return reply.code(303).header('Location', `..${link.path}`).send()
    })
  })
}

/** Returns the name that the person typed, or else a title. */
function nameIn(form: URLSearchParams) {
  const name = oneLine(form.get('name') ?? '')
    .slice(0, maxNameLength)
    .toWellFormed()
  return isVisible(name) && name.toLowerCase() !== reservedName ? name : 'Administrator'
}

const hidden = { schema: { hide: true } } as const

const sendFailure = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  failure: Parameters<typeof failurePage>[1],
) => sendPage(reply, status, plainFormPolicy, failurePage(acceptedLanguageOf(request), failure))

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = (error instanceof Problem ? error.status : error.statusCode) ?? 500
  if (status >= 500) request.log.error({ reqId: request.id, err: error }, 'Cannot serve the page of the first start')
  if (error instanceof Problem) reply.headers(error.headers)
  return sendFailure(request, reply, status, status === 404 ? 'over' : 'failed')
}
