import { maxWishLength } from '../../notifications/lifecycle/answer.ts'
import { canHappen, transitions } from '../../notifications/lifecycle/transitions.ts'
import { type Html, html } from '../../platform/http/html.ts'
import type { ContactLocale } from '../../platform/languages/contact-locale.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { type AnswerName, answerNames } from '../../visits/plugins/plugin.ts'
import { offeredAnswers } from '../../visits/plugins/registry.ts'
import type { State } from '../../visits/state.ts'
import type { TypedAnswer } from './form.ts'
import { backLink, type OpenedLink } from './open-link.ts'
import type { PageContent } from './page-content.ts'
import { pageStates } from './page-states.ts'
import { dayAndTime, inUtc } from './shown-time.ts'

/** The id of the form with the wish. */
export const wishForm = 'ask'

/** Returns the answers that change the state, or add a wish: a contact who asked for another time can still say when. */
export const possibleAnswers = ({ notification, state }: OpenedLink): AnswerName[] =>
  answerNames.filter((name) => offeredAnswers(notification).includes(name) && isPossible(name, state))

const isPossible = (name: AnswerName, state: State) =>
  canHappen(name, state) || (name === 'reschedule' && state === transitions.reschedule.to)

/** Renders a form for each possible answer. */
export function answerForms(opened: OpenedLink, locale: ContactLocale, content: PageContent): Html[] {
  const { language } = locale
  const { nonce, typed } = content
  const { confirmAgain, offerToReschedule = 'reschedule' } = pageStates[opened.state]
  const words = wordsOf('answer-page', language)
  const back = backLink(opened, `./${opened.linkSecret}`, words.back)
  const secret = html`<input type="hidden" name="nonce" value="${nonce}">`
  const forms = {
    confirm: confirmAgain
      ? confirmAgainForm(secret, words.confirmAgain[confirmAgain], back)
      : html`<form method="post">${secret}<button name="answer" value="confirm" class="yes">${words.confirm}</button></form>`,
    reschedule: html`<details${isBegun(typed) && html` open`}><summary>${words[offerToReschedule]}</summary><form method="post" id="${wishForm}">${secret}${typed?.isSlotGone && html`<p role="alert">${words.slots.gone}</p>`}${slotChoice(opened, locale, content)}
<label for="wish">${words.wish}</label><textarea id="wish" name="wish" rows="3" maxlength="${String(maxWishLength)}">
${typed?.wish}</textarea>
<button name="answer" value="reschedule">${words.askForAnotherTime}</button>${back}</form></details>`,
    cancel: html`<details><summary>${words.cancel}</summary><form method="post">${secret}<button name="answer" value="cancel">${words.reallyCancel}</button>${back}</form></details>`,
  }
  return possibleAnswers(opened).map((name) => forms[name])
}

const isBegun = (typed: TypedAnswer | undefined) => Boolean(typed?.wish || typed?.slot || typed?.isSlotGone)

/** Renders the times that the clinic offers, and the choice to take none of them. */
function slotChoice({ slot, entity }: OpenedLink, locale: ContactLocale, { slots, typed }: PageContent): Html | false {
  if (slots.length === 0) return false
  const words = wordsOf('answer-page', locale.language).slots
  const chosen = typed?.slot ?? (slot === null ? '' : inUtc(slot))
  const choices = [
    ...slots.map((at) => ({ value: inUtc(at), text: dayAndTime(at, entity, locale) })),
    { value: '', text: words.none },
  ]
  const isOffered = choices.some(({ value }) => value === chosen)
  return html`<fieldset><legend>${words.question}</legend>${choices.map(
    ({ value, text }) =>
      html`<label><input type="radio" name="slot" value="${value}"${value === (isOffered ? chosen : '') && html` checked`}> ${text}</label>`,
  )}</fieldset>`
}

/** Renders the question to a contact who cancelled, or asked for another time, and now confirms. */
function confirmAgainForm(
  secret: Html,
  { offer, effect, button }: Record<'offer' | 'effect' | 'button', string>,
  back: Html,
): Html {
  return html`<details><summary>${offer}</summary><form method="post">${secret}
<p>${effect}</p><button name="answer" value="confirm">${button}</button>${back}</form></details>`
}
