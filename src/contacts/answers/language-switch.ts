import type { FastifyRequest } from 'fastify'
import { type Html, html } from '../../platform/http/html.ts'
import {
  acceptedLocale,
  type Dialect,
  dialectOf,
  type Language,
  languageOf,
  languages,
  nameOfLanguage,
} from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'

/** Renders links to the same page in each language.
 *  @param form the id of a form whose fields the other page keeps */
export const languageSwitch = (shown: Dialect, form?: string): Html =>
  html`<nav aria-label="${wordsOf('answer-page', shown).language}">${languages.map((language) =>
    language === languageOf(shown)
      ? html`<span aria-current="true">${nameOfLanguage(language)}</span>`
      : form
        ? languageButton(language, form)
        : html`<a href="?lang=${language}" lang="${language}" hreflang="${language}">${nameOfLanguage(language)}</a>`,
  )}</nav>`

/** Submits the form, so that the page in the other language keeps the typed text. Needs no JavaScript, and changes
 *  nothing. */
const languageButton = (language: Language, form: string) =>
  html`<button role="link" form="${form}" formaction="?lang=${language}" formnovalidate name="${switchField}" value="${language}" lang="${language}">${nameOfLanguage(language)}</button>`

const switchField = 'language'

/** Whether a form asks for the page in another language. */
export const isLanguageSwitch = (form: URLSearchParams) => form.has(switchField)

/** Returns the language that the person chose with a link, if any. */
export const chosenLanguageOf = ({ query }: Pick<FastifyRequest, 'query'>) =>
  languages.find((language) => language === (query as { lang?: unknown }).lang)

/** Returns the language of a page without a known contact: the chosen one, or else that of the browser. */
export const languageOfRequest = (request: FastifyRequest): Dialect =>
  chosenLanguageOf(request) ?? dialectOf(acceptedLocale(request.headers['accept-language']).locale)
