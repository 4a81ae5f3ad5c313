import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { wordsOf } from '../languages/words.ts'
import { html } from './html.ts'
import { acceptedLanguageOf, plainPage, plainPagePolicy, sendPage } from './plain-page.ts'

/** Whether a person sees the response: browsers ask for HTML first. A client that takes any type gets the problem. */
export const isForBrowser = ({ headers }: FastifyRequest) =>
  new Negotiator({ headers: { accept: headers.accept || '*/*' } }).mediaType([
    ...['application/problem+json', 'application/json', 'text/html'],
  ]) === 'text/html'

/** No page is deeper. Each level takes three characters in each link, and a path can have thousands. */
const maxDepth = 20

/** Tells a person that the address leads nowhere, and leads to the pages. Its links are relative: the service does not know the
 *  path under which a proxy shows it. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply) {
  const language = acceptedLanguageOf(request)
  const { unknown, tiles, admin } = wordsOf('first-page', language)
  const [path] = request.url.split('?', 1)
  const depth = path!.split('/').length - 2
  const root = '../'.repeat(depth) || './'
  const pages = [
    ['desk', tiles.desk.name],
    ['console', tiles.console.name],
    ['admin', admin.name],
    ['docs', tiles.reference.name],
    ['', unknown.first],
  ] as const
  const links =
    depth <= maxDepth &&
    html`<p>${unknown.what}</p>
<ul>${pages.map(([page, name]) => html`<li><a href="${root}${page}">${name}</a></li>`)}</ul>
`
  const page = plainPage(
    language,
    unknown.title,
    html`<h1>${unknown.title}</h1>
${links}<p>${unknown.contact}</p>`,
  )
  return sendPage(reply, 404, plainPagePolicy, page).header('Vary', 'Accept, Accept-Language')
}
