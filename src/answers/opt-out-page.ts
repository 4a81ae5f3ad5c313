import { html } from '../http/html.ts'
import { wordsOf } from '../languages/words.ts'
import { clinicHeader } from './clinic.ts'
import { document } from './document.ts'
import { inLanguage, localeOf, type OpenedLink } from './open-link.ts'

/** Renders the question whether to stop messages to the address of the link, or the offer to send messages again. */
export function optOutPage(opened: OpenedLink, nonce: string, logo: string | undefined): string {
  const { language } = localeOf(opened)
  const words = wordsOf('answer-page', language).optOut
  const isOut = opened.optedOut !== undefined
  const title = isOut ? words.done : words.question
  return document({
    language,
    title,
    body: html`${clinicHeader(opened.entity, logo, language)}
<main>
<h1>${title}</h1>
<p role="status">${isOut ? words.doneEffect : words.effect}</p>
<form method="post"><input type="hidden" name="nonce" value="${nonce}">
<button name="messages" value="${isOut ? 'start' : 'stop'}">${isOut ? words.lift : words.button}</button></form>
<p><a href="${inLanguage(opened, `../${opened.linkSecret}`)}">${words.back}</a></p>
</main>`,
  })
}
