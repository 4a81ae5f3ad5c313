import type { FastifyRequest } from 'fastify'
import { type Html, html } from '../http/html.ts'
import { acceptedLanguage, type Language, languages } from '../languages.ts'
import { words } from './words.ts'

const names: Record<Language, string> = { en: 'English', pt: 'Português', es: 'Español', fr: 'Français' }

/** Renders links to the same page in each language. */
export const languageSwitch = (shown: Language): Html =>
  html`<nav aria-label="${words[shown].language}">${languages.map((language) => languageLink(language, shown))}</nav>`

const languageLink = (language: Language, shown: Language): Html =>
  language === shown
    ? html`<span aria-current="true">${names[language]}</span>`
    : html`<a href="?lang=${language}" lang="${language}" hreflang="${language}">${names[language]}</a>`

/** Returns the language that the person chose with a link, if any. */
export const chosenLanguageOf = ({ query }: Pick<FastifyRequest, 'query'>) =>
  languages.find((language) => language === (query as { lang?: unknown }).lang)

/** Returns the language of a page without a known contact: the chosen one, or else that of the browser. */
export const languageOf = (request: FastifyRequest): Language =>
  chosenLanguageOf(request) ?? acceptedLanguage(request.headers['accept-language'])
