import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { currentCheckinToken } from '../checkin/issued-token.ts'
import { mailSender } from '../config.ts'
import { stopMessages } from '../delivery/opt-out.ts'
import { Problem } from '../errors.ts'
import type { Feature } from '../http/feature.ts'
import { declareRoutesPublic } from '../http/public-routes.ts'
import { answer } from '../lifecycle/answer.ts'
import { calendarOf } from '../messages/calendar.ts'
import { offeredAnswers } from '../plugins/registry.ts'
import { qrCodePng, qrCodeSvg } from '../qr-code.ts'
import { answerContentSecurityPolicy, languageOf, plainPage, sendPage } from './document.ts'
import { formOf, isForged, maxFormBytes, nonceOf, parseForm, readAnswer } from './form.ts'
import { LinkPath, type OpenedLink, openLink } from './open-link.ts'
import { optOutPages } from './opt-out-routes.ts'
import { answerPage, localeOf } from './page.ts'
import { phaseOf } from './phase.ts'
import { findReplacement } from './replacement.ts'

/** The contact's page behind an answer link. GET and HEAD change nothing, because mail scanners open links. */
export const answerRoutes: Feature = (app, context) => {
  const { database, config, secret, clock } = context
  const phaseNow = ({ times, entity }: Pick<OpenedLink, 'times' | 'entity'>) =>
    phaseOf(times, entity.time_zone, clock.now())

  app.register(async (pages) => {
    declareRoutesPublic(pages)
    pages.removeContentTypeParser('application/json')
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: maxFormBytes },
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
    pages.register(optOutPages(context))

    pages.get('/a/:link', { schema: { hide: true, params: LinkPath } }, async (request, reply) => {
      const opened = await openLink(database, request)
      if (!opened) return sendPage(reply, 404, plainPage(languageOf(request), 'unknown'))
      const { state, times, entity, link } = opened
      if (isForAnotherPerson(opened)) return sendPage(reply, 200, plainPage(languageOf(request), 'notMe'))
      const replacement = state === 'superseded' ? await findReplacement(database, secret, opened) : undefined
      const phase = phaseNow({ entity, times: replacement?.times ?? times })
      if (phase === 'over') return sendPage(reply, 410, plainPage(localeOf(opened).language, 'over'))
      const token = await findCheckinToken(opened)
      const checkin = token === undefined ? undefined : { token, svg: await qrCodeSvg(token) }
      const page = answerPage(opened, { nonce: nonceOf(secret, link), phase, checkin, replacement })
      return sendPage(reply, state === 'superseded' || state === 'withdrawn' ? 410 : 200, page)
    })

    pages.post('/a/:link', { schema: { hide: true, params: LinkPath } }, async (request, reply) => {
      const opened = await openLink(database, request)
      if (!opened) return sendPage(reply, 404, plainPage(languageOf(request), 'unknown'))
      const { entity, notification, address, link } = opened
      const form = formOf(request)
      const { language } = localeOf(opened)
      if (isForged(request, form, nonceOf(secret, link))) return sendPage(reply, 403, plainPage(language, 'notTaken'))
      if (form.get('answer') === 'not-me') {
        const origin = { reason: 'not-me', notification_id: notification.id } as const
        await database.writeFor(entity.id, (trx) => stopMessages(trx, entity.id, address, origin, clock.now()))
        return redirectToPage(reply, opened)
      }
      const given = readAnswer(form)
      if (!given || !offeredAnswers(notification).includes(given.action)) {
        return sendPage(reply, 422, plainPage(language, 'notTaken'))
      }
      // The page says why it takes no answer any more.
      if (isForAnotherPerson(opened) || phaseNow(opened) !== 'ahead') return redirectToPage(reply, opened)
      const { sequence } = await database.writeFor(entity.id, (trx) =>
        answer(trx, context, opened, { ...given, ...address }, clock.now()),
      )
      return redirectToPage(reply.header('Rollcall-Sequence', sequence), opened)
    })

    pages.get('/a/:link/qr.png', { schema: { hide: true, params: LinkPath } }, async (request, reply) => {
      const opened = await openLink(database, request)
      const token = opened && !isForAnotherPerson(opened) && (await findCheckinToken(opened))
      if (!token) return sendPage(reply, 404, plainPage(languageOf(request), 'unknown'))
      return reply.type('image/png').send(await qrCodePng(token))
    })

    pages.get('/a/:link/appointment.ics', { schema: { hide: true, params: LinkPath } }, async (request, reply) => {
      const opened = await openLink(database, request)
      if (!opened?.times || !isInCalendar(opened)) {
        return sendPage(reply, 404, plainPage(languageOf(request), 'unknown'))
      }
      const url = `${context.origin()}/a/${opened.link}`
      const calendar = await calendarOf({ ...opened, url, organizer: mailSender(config) })
      return reply.type('text/calendar; charset=utf-8').send(calendar)
    })
  })

  async function findCheckinToken(opened: OpenedLink) {
    const { state, entity, notification } = opened
    if (state !== 'confirmed' || phaseNow(opened) === 'over') return undefined
    return currentCheckinToken(database, secret, entity.id, notification.id, clock.now())
  }

  const isInCalendar = (opened: OpenedLink) =>
    opened.state === 'confirmed' && !isForAnotherPerson(opened) && ['ahead', 'closed'].includes(phaseNow(opened))
}

const isForAnotherPerson = ({ optedOut }: OpenedLink) => optedOut === 'not-me'

/** Redirects to the page, so that a reload does not submit the form again. */
const redirectToPage = (reply: FastifyReply, { link }: OpenedLink) =>
  reply.code(303).header('Location', `./${link}`).send()
