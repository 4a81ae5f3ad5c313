import type { FastifyInstance } from 'fastify'
import { findLogo } from '../../entities/logo.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { anonymousPage, clinicPage, sendPage } from './document.ts'
import { languageOfRequest } from './language-switch.ts'
import { isForAnotherPerson, linkOptions, localeOf, openLink } from './open-link.ts'
import { yourDataPage } from './your-data-page.ts'

/** The page about the contact's data at the clinic. Like the visit's page, it tells nothing to another person. */
export const yourDataPages = (context: RouteContext) => async (pages: FastifyInstance) => {
  const { database } = context
  pages.get('/a/:link/data', linkOptions, async (request, reply) => {
    const opened = await openLink(database, request)
    if (opened.isRemoved) return sendPage(reply, 410, anonymousPage(languageOfRequest(request), 'ended'))
    if (isForAnotherPerson(opened)) {
      const logo = await findLogo(database, opened.entity.id)
      return sendPage(reply, 410, clinicPage(opened.entity, logo, localeOf(opened).language, 'notMe'))
    }
    return sendPage(reply, 200, await yourDataPage(database, opened))
  })
}
