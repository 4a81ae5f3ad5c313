import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findLogo } from '../../entities/logo.ts'
import { optContactIn, optIn, stopMessages, stopMessagesForContact } from '../../messages/opt-outs/opt-out.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { anonymousPage, clinicPage, type Page, sendPage } from './document.ts'
import { formOf, isForged, nonceOf, parseMultipart } from './form.ts'
import { languageOfRequest } from './language-switch.ts'
import { inLanguage, isForAnotherPerson, linkOptions, localeOf, type OpenedLink, openLink } from './open-link.ts'
import { optOutPage } from './opt-out-page.ts'
import { othersAtAddress } from './others-at-address.ts'

const path = '/a/:link/opt-out'

/** The page where an address opts out of an entity's messages, and in again. It stays after the visit, because mails keep
 *  their link to it. */
export const optOutPages = (context: RouteContext) => async (pages: FastifyInstance) => {
  const { database, secret, clock } = context
  pages.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => parseMultipart(body, headers['content-type']!),
  )

  pages.get(path, linkOptions, async (request, reply) => {
    const opened = await openLink(database, request)
    return sendPage(reply, 200, await pageOf(opened))
  })

  pages.post(path, linkOptions, async (request, reply) => {
    const opened = await openLink(database, request)
    const form = formOf(request)
    // RFC 8058: a mail program sends this without the page's nonce, and expects no redirect.
    if (form.get('List-Unsubscribe') === 'One-Click') {
      await stop(opened)
      return sendPage(reply, 200, await pageOf(await openLink(database, request)))
    }
    const back = inLanguage(opened, `../${opened.linkSecret}`)
    const notTaken = anonymousPage(languageOfRequest(request), 'notTaken', back)
    if (isForged(request, form, nonceOf(secret, opened.linkSecret))) return sendPage(reply, 403, notTaken)
    const change = form.get('messages')
    if (change !== 'stop' && change !== 'stop-mine' && change !== 'start') return sendPage(reply, 422, notTaken)
    await { stop, 'stop-mine': stopMine, start }[change](opened)
    return reply.code(303).header('Location', inLanguage(opened, './opt-out')).send()
  })

  async function pageOf(opened: OpenedLink): Promise<Page> {
    const logo = await findLogo(database, opened.entity.id)
    if (isForAnotherPerson(opened)) return clinicPage(opened.entity, logo, localeOf(opened).language, 'notMe')
    const others = await othersAtAddress(database, opened, clock.now())
    return optOutPage(opened, others, nonceOf(secret, opened.linkSecret), logo)
  }

  // The address of a test may be a real contact's: its messages neither stop nor begin again.
  const stop = async ({ entity, address, notification }: OpenedLink) => {
    if (notification.test) return
    const origin = { reason: 'opt-out', notification_id: notification.id } as const
    await database.writeFor(entity.id, (trx) =>
      stopMessages(trx, database.engine.skipLocked, entity.id, address, origin, clock.now()),
    )
  }

  const stopMine = async ({ entity, address, notification }: OpenedLink) => {
    if (notification.test) return
    const { skipLocked } = database.engine
    await database.writeFor(entity.id, (trx) =>
      stopMessagesForContact(trx, skipLocked, notification, address, clock.now()),
    )
  }

  const start = async ({ entity, address, notification, optedOut }: OpenedLink) => {
    if (notification.test) return
    await database.writeFor(entity.id, async (trx) => {
      if (optedOut?.isOnlyContact) await optContactIn(trx, notification, address)
      else await optIn(trx, entity.id, address)
    })
  }
}
