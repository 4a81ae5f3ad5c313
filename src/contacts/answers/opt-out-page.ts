import { findChannel } from '../../channels/registry.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { format } from '../../platform/languages/format.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { shownName } from '../../visits/shown-name.ts'
import { clinicHeader } from './clinic.ts'
import { document, type Page } from './document.ts'
import { backLink, localeOf, type OpenedLink } from './open-link.ts'

/** Renders the question whether to stop messages to the address of the link, or the offer to send messages again. */
export function optOutPage(
  opened: OpenedLink,
  others: (string | undefined)[],
  nonce: string,
  logo: string | undefined,
): Page {
  const { language } = localeOf(opened)
  const words = wordsOf('answer-page', language).optOut
  const isOut = opened.optedOut !== undefined
  const title = isOut ? words.done : words.question
  return document({
    language,
    title,
    entity: opened.entity,
    body: html`${clinicHeader(opened.entity, logo, language)}
<main>
${backLink(opened, `../${opened.linkSecret}`, words.back)}
<h1>${title}</h1>
<p>${scope(opened, others, language)}</p>
<p role="status">${isOut ? words.doneEffect : words.effect}</p>
<form method="post"><input type="hidden" name="nonce" value="${nonce}">
<button name="messages" value="${isOut ? 'start' : 'stop'}">${isOut ? words.lift : words.button}</button>${!isOut && others.length > 0 && onlyMine(opened, language)}</form>
</main>`,
  })
}

/** Renders the offer to stop only the messages for the contact of the link. */
function onlyMine({ notification, entity }: OpenedLink, language: Dialect): Html {
  const words = wordsOf('answer-page', language).optOut
  const who = shownName(notification.contact, entity.names)
  return html`<button name="messages" value="stop-mine" class="next">${who === undefined ? words.only : format(words.onlyNamed, { name: who }, language)}</button>`
}

/** Says which address it is, and who else is reached there. */
function scope(
  { address, isRemoved, optedOut }: OpenedLink,
  others: (string | undefined)[],
  language: Dialect,
): string {
  const words = wordsOf('answer-page', language).optOut
  if (isRemoved) return ''
  // From left to right, also in Arabic.
  const hint = `\u2066${findChannel(address.channel).address.hint(address.uid)}\u2069`
  const about = format(words.about, { address: hint }, language)
  if (others.length === 0) return about
  if (optedOut?.isOnlyContact) return `${about} ${words.othersContinue}`
  const names = others.filter((name) => name !== undefined)
  const also =
    names.length === 0
      ? words.othersUnnamed
      : format(words.others, { names: new Intl.ListFormat(language).format(names) }, language)
  return `${about} ${also}`
}
