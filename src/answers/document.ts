import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html } from '../http/html.ts'
import { htmlDocument } from '../http/html-document.ts'
import type { Language } from '../languages.ts'
import { languageSwitch } from './language-switch.ts'
import { style } from './style.ts'
import { words } from './words.ts'

/** Permits only the page's inline style and its own forms. */
export const answerContentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Renders a page with one title and one sentence, and without personal data.
 *  @param visit the URL of the page of the visit, if the person should go back to it */
export function plainPage(
  language: Language,
  sentence: 'unknown' | 'ended' | 'notTaken' | 'over' | 'notMe',
  visit?: string,
): string {
  const { title, advice } = words[language][sentence]
  return document(
    language,
    title,
    html`<header>${languageSwitch(language)}</header>
<main><h1>${title}</h1><p role="status">${advice}</p>${visit && html`<a href="${visit}" class="next">${words[language].optOut.back}</a>`}</main>`,
  )
}

export const document = (language: Language, title: string, body: Html) =>
  htmlDocument({ language, title, style, body })

export const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)
