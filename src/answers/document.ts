import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Html, html } from '../http/html.ts'
import { type Language, pickLocale } from '../languages.ts'
import { style } from './style.ts'
import { words } from './words.ts'

/** Permits only the page's inline style and its own forms. */
export const answerContentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Renders a page with one title and one sentence, and without personal data. */
export function plainPage(language: Language, sentence: 'unknown' | 'notTaken' | 'over' | 'notMe'): string {
  const { title, advice } = words[language][sentence]
  return document(language, title, html`<main><h1>${title}</h1><p role="status">${advice}</p></main>`)
}

export const document = (language: Language, title: string, body: Html) =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.text

export const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)

/** The browser's language, for pages without a known contact. */
export const languageOf = ({ headers }: FastifyRequest) =>
  pickLocale(...(headers['accept-language'] ?? '').split(',').map((range) => range.split(';')[0]!.trim())).language
