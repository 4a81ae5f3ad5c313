import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findLogo } from '../../entities/logo.ts'
import { stopMessages, takeBackNotMe } from '../../messages/opt-outs/opt-out.ts'
import { answer } from '../../notifications/lifecycle/answer.ts'
import { qrCodeSvg } from '../../platform/codes/qr-code.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { offeredAnswers } from '../../visits/plugins/registry.ts'
import { states } from '../../visits/state.ts'
import { findCheckinToken } from './checkin-token.ts'
import { anonymousPage, clinicPage, sendPage } from './document.ts'
import { formOf, isForged, nonceOf, readAnswer } from './form.ts'
import { isLanguageSwitch, languageOfRequest } from './language-switch.ts'
import { notMePage } from './not-me-page.ts'
import {
  hasLostAccess,
  inLanguage,
  isForAnotherPerson,
  linkOptions,
  localeOf,
  type OpenedLink,
  openLink,
} from './open-link.ts'
import { answerPage } from './page.ts'
import { phaseOf, takesAnswers } from './phase.ts'
import { findReplacement } from './replacement.ts'

const path = '/a/:link'

/** The page where a contact answers. */
export const answerPages = (context: RouteContext) => async (pages: FastifyInstance) => {
  const { database, secret, clock } = context

  pages.get(path, linkOptions, async (request, reply) =>
    sendVisit(request, reply, await openLink(database, request), undefined),
  )

  async function sendVisit(
    request: FastifyRequest,
    reply: FastifyReply,
    opened: OpenedLink,
    typedWish: string | undefined,
  ) {
    const { state, times, entity } = opened
    const replacement = await findReplacement(database, secret, opened)
    // Of a visit that was moved, the latest addresses count.
    const { isRemoved } = replacement ?? opened
    if (isRemoved) return sendPage(reply, 410, anonymousPage(languageOfRequest(request), 'ended'))
    const { language } = localeOf(opened)
    const logo = await findLogo(database, entity.id)
    const nonce = nonceOf(secret, opened.linkSecret)
    if (isForAnotherPerson(opened)) {
      return sendPage(reply, 200, notMePage(opened, { nonce, logo, language }, clock.now()))
    }
    const phase = phaseOf({ ...opened, times: replacement?.times ?? times }, clock.now())
    if (phase === 'pageExpired') return sendPage(reply, 410, clinicPage(entity, logo, language, 'over'))
    const token = await findCheckinToken(context, opened)
    const checkin = token === undefined ? undefined : { token, svg: await qrCodeSvg(token) }
    const page = answerPage(opened, { nonce, phase, checkin, replacement, logo, typedWish })
    return sendPage(reply, states[state].isCurrent ? 200 : 410, page)
  }

  pages.post(path, linkOptions, async (request, reply) => {
    const opened = await openLink(database, request)
    const { entity, notification, address, linkSecret } = opened
    const form = formOf(request)
    if (isForged(request, form, nonceOf(secret, linkSecret))) return sendPage(reply, 403, notTaken(opened))
    if (isLanguageSwitch(form)) return sendVisit(request, reply, opened, form.get('wish') ?? undefined)
    // The address of a test may be a real contact's.
    const stopsMessages = ['not-me', 'take-back'].includes(form.get('answer') ?? '')
    if (notification.test && stopsMessages) return redirectToPage(reply, opened)
    if (form.get('answer') === 'not-me') {
      const origin = { reason: 'not-me', notification_id: notification.id } as const
      await database.writeFor(entity.id, (trx) =>
        stopMessages(trx, database.engine.skipLocked, entity.id, address, origin, clock.now()),
      )
      return redirectToPage(reply, opened)
    }
    if (form.get('answer') === 'take-back') {
      await database.writeFor(entity.id, (trx) => takeBackNotMe(trx, entity.id, address, clock.now()))
      return redirectToPage(reply, opened)
    }
    const given = readAnswer(form)
    if (!given || !offeredAnswers(notification).includes(given.action)) {
      return sendPage(reply, 422, notTaken(opened))
    }
    // The page says why it no longer accepts answers.
    if (hasLostAccess(opened) || !takesAnswers(opened, phaseOf(opened, clock.now())))
      return redirectToPage(reply, opened)
    const { sequence } = await database.writeFor(entity.id, (trx) =>
      answer(trx, context, opened, { ...given, ...address }, clock.now()),
    )
    return redirectToPage(reply.header('Rollcall-Sequence', sequence), opened)
  })
}

const notTaken = (opened: OpenedLink) =>
  anonymousPage(localeOf(opened).language, 'notTaken', inLanguage(opened, `./${opened.linkSecret}`))

/** Redirects to the page, so that a reload does not submit the form again. */
const redirectToPage = (reply: FastifyReply, opened: OpenedLink) =>
  reply
    .code(303)
    .header('Location', inLanguage(opened, `./${opened.linkSecret}`))
    .send()
