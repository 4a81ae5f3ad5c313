import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RouteContext } from '../../platform/http/feature.ts'
import { contactsOf } from '../../platform/privacy/noted-contacts.ts'
import { anonymousPage, sendPage } from './document.ts'
import { formOf, isForged, nonceOf, type TypedAnswer, typedAnswer } from './form.ts'
import { isLanguageSwitch, languageOfRequest } from './language-switch.ts'
import { inLanguage, linkOptions, localeOf, type OpenedLink, openLink } from './open-link.ts'
import { submitForm } from './submit-form.ts'
import { visitPage } from './visit-page.ts'

const path = '/a/:link'

/** The page where a contact answers. */
export const answerPages = (context: RouteContext) => async (pages: FastifyInstance) => {
  const { database, secret } = context

  async function sendVisit(request: FastifyRequest, reply: FastifyReply, opened: OpenedLink, typed?: TypedAnswer) {
    const { status, page, others = [] } = await visitPage(context, languageOfRequest(request), opened, typed)
    if (others.length > 0) request.noteContacts(contactsOf(...others))
    return sendPage(reply, typed?.isSlotGone ? 409 : status, page)
  }

  pages.get(path, linkOptions, async (request, reply) => sendVisit(request, reply, await openLink(database, request)))

  pages.post(path, linkOptions, async (request, reply) => {
    const opened = await openLink(database, request)
    const form = formOf(request)
    if (isForged(request, form, nonceOf(secret, opened.linkSecret))) return sendPage(reply, 403, notTaken(opened))
    if (isLanguageSwitch(form)) return sendVisit(request, reply, opened, typedAnswer(form))
    const { isValid, isSlotGone, sequence } = await submitForm(context, opened, form)
    if (!isValid) return sendPage(reply, 422, notTaken(opened))
    if (isSlotGone)
      return sendVisit(request, reply, await openLink(database, request), { ...typedAnswer(form), isSlotGone })
    if (sequence !== undefined) reply.header('Rollcall-Sequence', sequence)
    // So that a reload does not submit the form again.
    return reply.code(303).header('Location', urlOf(opened)).send()
  })
}

const notTaken = (opened: OpenedLink) => anonymousPage(localeOf(opened).language, 'notTaken', urlOf(opened))

const urlOf = (opened: OpenedLink) => inLanguage(opened, `./${opened.linkSecret}`)
