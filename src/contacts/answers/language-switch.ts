import type { FastifyRequest } from 'fastify'
import { Html, html } from '../../platform/http/html.ts'
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

const globe = new Html(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c3 3 3 14 0 17M12 3.5c-3 3-3 14 0 17"/></svg>',
)

/** Renders a menu of links to the same page in each language. It works without JavaScript.
 *  @param form the id of a form whose fields the other page keeps */
export function languageSwitch(shown: Dialect, form?: string): Html {
  const own = languageOf(shown)!
  const { language: label } = wordsOf('answer-page', shown)
  const others = languages.filter((language) => language !== own)
  return html`<details class="menu"><summary aria-label="${nameOfLanguage(own)} · ${label}">${globe}${nameOfLanguage(own)}</summary><nav aria-label="${label}">${others.map(
    (language) =>
      form
        ? languageButton(language, form)
        : html`<a href="?lang=${language}" lang="${language}" hreflang="${language}">${nameOfLanguage(language)}</a>`,
  )}</nav></details>`
}

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
