import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { accentOf } from '../../entities/brand-colours.ts'
import type { Entity } from '../../entities/entity.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { type HtmlDocument, htmlDocument } from '../../platform/http/html-document.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { clinicContact, clinicHeader } from './clinic.ts'
import { languageSwitch } from './language-switch.ts'
import { colouredStyle, style } from './style.ts'

/** Permits only the page's inline style, its script and its own forms. */
const policyFor = (style: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const answerContentSecurityPolicy = policyFor(style)

/** A page, and the policy that permits its style. */
export interface Page {
  text: string
  policy: string
}

/** Renders a page with one title and one sentence, which names neither the contact nor the clinic.
 *  @param visit the URL of the page of the visit, if the person should go back to it */
export function anonymousPage(
  language: Dialect,
  sentence: 'unknown' | 'ended' | 'notTaken' | 'notShown',
  visit?: string,
): Page {
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
): Page {
  const { title, advice } = wordsOf('answer-page', language)[sentence]
  return document({
    language,
    title,
    entity,
    body: html`${clinicHeader(entity, logo, language)}
<main><h1>${title}</h1><p role="status">${advice}</p>${next}${clinicContact(entity)}</main>`,
  })
}

interface Document extends Omit<HtmlDocument, 'style'> {
  /** The entity whose colour the page has. */
  entity?: Pick<Entity, 'colour'>
}

export function document({ entity, ...page }: Document): Page {
  if (entity?.colour === undefined)
    return { text: htmlDocument({ ...page, style }), policy: answerContentSecurityPolicy }
  const own = style + colouredStyle(accentOf(entity))
  return { text: htmlDocument({ ...page, style: own }), policy: policyFor(own) }
}

export const sendPage = (reply: FastifyReply, status: number, { text, policy }: Page) =>
  reply.code(status).header('Content-Security-Policy', policy).type('text/html; charset=utf-8').send(text)
