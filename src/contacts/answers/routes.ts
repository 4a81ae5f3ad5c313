import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../platform/errors/errors.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { acceptForms } from '../../platform/http/forms.ts'
import { declareRoutesPublic } from '../../platform/http/public-routes.ts'
import { answerPages } from './answer-routes.ts'
import { anonymousPage, answerContentSecurityPolicy, sendPage } from './document.ts'
import { downloads } from './download-routes.ts'
import { languageOfRequest } from './language-switch.ts'
import { optOutPages } from './opt-out-routes.ts'
import { timeZoneScript } from './time-zone.ts'
import { yourDataPages } from './your-data-routes.ts'

const headers = {
  'Content-Security-Policy': answerContentSecurityPolicy,
  'Strict-Transport-Security': 'max-age=31536000',
}

/** The pages and files behind an answer link. GET and HEAD change nothing, because mail scanners open links. */
export const answerPageRoutes: Feature = (app, context) => {
  app.register(async (pages) => {
    declareRoutesPublic(pages, { budget: 'pages', personal: 'contact' })
    pages.removeContentTypeParser('application/json')
    acceptForms(pages)
    const { errorOf } = context.addressBudgets
    pages.setErrorHandler((error: FastifyError, request, reply) =>
      sendErrorPage(errorOf(error, request), request, reply),
    )
    pages.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
    pages.register(answerPages(context))
    pages.register(optOutPages(context))
    pages.register(yourDataPages(context))
    pages.register(downloads(context))
    pages.register(timeZoneScript)
  })
}

function sendErrorPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = (error instanceof Problem ? error.status : error.statusCode) ?? 500
  if (status >= 500) request.log.error({ reqId: request.id, err: error }, 'Cannot serve an answer page')
  // A request that is refused early has not passed the hook of the pages.
  reply.headers({ ...headers, ...(error instanceof Problem && error.headers) })
  const failed = request.method === 'POST' ? 'notTaken' : 'notShown'
  return sendPage(reply, status, anonymousPage(languageOfRequest(request), status === 404 ? 'unknown' : failed))
}
