import { takeBackMicros } from '../../messages/opt-outs/opt-out.ts'
import { html } from '../../platform/http/html.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { askClinic } from './clinic.ts'
import { clinicPage, type Page } from './document.ts'
import type { OpenedLink } from './open-link.ts'

/** Renders the page after *this is not me*. For ten minutes, the person can take it back. */
export function notMePage(
  { entity, optedOut }: OpenedLink,
  page: { nonce: string; logo: string | undefined; language: Dialect },
  now: Instant,
): Page {
  const { offer, button } = wordsOf('answer-page', page.language).notMe.takeBack
  const isEarly = now < optedOut!.at + takeBackMicros
  const form = html`<form method="post"><input type="hidden" name="nonce" value="${page.nonce}">
<p>${offer}</p><button name="answer" value="take-back">${button}</button></form>`
  return clinicPage(entity, page.logo, page.language, 'notMe', isEarly ? form : askClinic(entity, page.language))
}
