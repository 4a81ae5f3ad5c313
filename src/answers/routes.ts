import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { currentCheckinToken } from '../checkin/issued-token.ts'
import { Problem } from '../errors.ts'
import type { Feature } from '../http/feature.ts'
import { declareRoutesPublic } from '../http/public-routes.ts'
import { pickLocale } from '../languages.ts'
import { answer } from '../lifecycle/answer.ts'
import { calendarOf } from '../messages/calendar.ts'
import { qrCodePng, qrCodeSvg } from '../qr-code.ts'
import { isForged, parseForm, readAnswer } from './form.ts'
import { openLink, type Question } from './open-link.ts'
import { answerContentSecurityPolicy, localeOf, plainPage, questionPage } from './page.ts'

const Link = Type.Object({ link: Type.String() })

/** The contact's page behind an answer link. GET and HEAD change nothing, because mail scanners open links. */
export const answerRoutes: Feature = (app, context) => {
  const { database, secret, clock } = context
  const nonceOf = ({ link }: Question) => secret.derive(20, 'answer-nonce', link)
  const checkinTokenOf = async ({ state, entity, notification }: Question) =>
    state === 'confirmed' ? currentCheckinToken(database, secret, entity.id, notification.id) : undefined

  app.register(async (pages) => {
    declareRoutesPublic(pages)
    pages.removeContentTypeParser('application/json')
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 16 * 1024 },
      async (_request: FastifyRequest, body: Buffer) => parseForm(body),
    )
    pages.setErrorHandler((error: FastifyError | Problem, request, reply) => {
      const status = (error instanceof Problem ? error.status : error.statusCode) ?? 500
      if (status >= 500) request.log.error({ reqId: request.id, err: error }, 'Cannot serve an answer page')
      return sendPage(reply, status, plainPage(languageOf(request), 'notTaken'))
    })
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers({
        'Content-Security-Policy': answerContentSecurityPolicy,
        'Strict-Transport-Security': 'max-age=31536000',
      })
    })

    pages.get('/a/:link', { schema: { hide: true, params: Link } }, async (request, reply) => {
      const question = await findQuestion(request)
      if (!question) return sendPage(reply, 404, plainPage(languageOf(request), 'unknown'))
      const token = await checkinTokenOf(question)
      const checkin = token === undefined ? undefined : { token, svg: await qrCodeSvg(token) }
      const gone = question.state === 'superseded' || question.state === 'withdrawn'
      const shown = { nonce: nonceOf(question), now: clock.now(), checkin }
      return sendPage(reply, gone ? 410 : 200, questionPage(question, shown))
    })

    pages.post('/a/:link', { schema: { hide: true, params: Link } }, async (request, reply) => {
      const question = await findQuestion(request)
      if (!question) return sendPage(reply, 404, plainPage(languageOf(request), 'unknown'))
      const { language } = localeOf(question)
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      if (isForged(request, form, nonceOf(question))) return sendPage(reply, 403, plainPage(language, 'notTaken'))
      const given = readAnswer(form)
      if (!given) return sendPage(reply, 422, plainPage(language, 'notTaken'))
      const { entity, channel, uid } = question
      const { sequence } = await database.writeFor(entity.id, (trx) =>
        answer(trx, context, question, { ...given, channel, uid }, clock.now()),
      )
      // Redirect to the page, so that a reload does not submit the form again.
      return reply
        .code(303)
        .headers({ Location: `./${question.link}`, 'Rollcall-Sequence': sequence })
        .send()
    })

    pages.get('/a/:link/qr.png', { schema: { hide: true, params: Link } }, async (request, reply) => {
      const question = await findQuestion(request)
      const token = question && (await checkinTokenOf(question))
      if (!token) return sendPage(reply, 404, plainPage(languageOf(request), 'unknown'))
      return reply.type('image/png').send(await qrCodePng(token))
    })

    pages.get('/a/:link/appointment.ics', { schema: { hide: true, params: Link } }, async (request, reply) => {
      const question = await findQuestion(request)
      const startsAt = question?.state === 'confirmed' ? question.startsAt : undefined
      if (!question || startsAt === undefined) return sendPage(reply, 404, plainPage(languageOf(request), 'unknown'))
      return reply.type('text/calendar; charset=utf-8').send(await calendarOf({ ...question, startsAt }))
    })
  })

  const findQuestion = ({ params }: FastifyRequest) => openLink(database, (params as Static<typeof Link>).link)
}

const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)

/** The browser's language, for pages without a known contact. */
const languageOf = ({ headers }: FastifyRequest) =>
  pickLocale(...(headers['accept-language'] ?? '').split(',').map((range) => range.split(';')[0]!.trim())).language
