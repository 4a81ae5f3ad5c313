import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Entity } from '../../entities/entity.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { type HtmlDocument, htmlDocument } from '../../platform/http/html-document.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { clinicContact, clinicHeader } from './clinic.ts'
import { languageSwitch } from './language-switch.ts'
import { style } from './style.ts'

/** Permits only the page's inline style, its script and its own forms. */
export const answerContentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Renders a page with one title and one sentence, which names neither the contact nor the clinic.
 *  @param visit the URL of the page of the visit, if the person should go back to it */
export function anonymousPage(
  language: Dialect,
  sentence: 'unknown' | 'ended' | 'notTaken' | 'notShown',
  visit?: string,
): string {
  const { title, advice } = wordsOf('answer-page', language)[sentence]
  return document({
    language,
    title,
    body: html`<header>${languageSwitch(language)}</header>
<main><h1>${title}</h1><p role="status">${advice}</p>${visit && html`<a href="${visit}" class="next">${wordsOf('answer-page', language).optOut.back}</a>`}</main>`,
  })
}

/** Renders a page with one title and one sentence, the clinic and its telephone number, but neither contact nor visit.
 *  @param logo PNG in base64
 *  @param next what the person can do */
export function clinicPage(
  entity: Entity,
  logo: string | undefined,
  language: Dialect,
  sentence: 'over' | 'notMe',
  next?: Html,
): string {
  const { title, advice } = wordsOf('answer-page', language)[sentence]
  return document({
    language,
    title,
    body: html`${clinicHeader(entity, logo, language)}
<main><h1>${title}</h1><p role="status">${advice}</p>${next}${clinicContact(entity)}</main>`,
  })
}

export const document = (page: Omit<HtmlDocument, 'style'>) => htmlDocument({ ...page, style })

export const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)
