import { maxWishLength } from '../../notifications/lifecycle/answer.ts'
import { canHappen, transitions } from '../../notifications/lifecycle/transitions.ts'
import { type Html, html } from '../../platform/http/html.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { type AnswerName, answerNames } from '../../visits/plugins/plugin.ts'
import { offeredAnswers } from '../../visits/plugins/registry.ts'
import type { State } from '../../visits/state.ts'
import type { OpenedLink } from './open-link.ts'
import { pageStates } from './page-states.ts'

/** The id of the form with the wish. */
export const wishForm = 'ask'

/** Returns the answers that change the state, or add a wish: a contact who asked for another time can still say when. */
export const possibleAnswers = ({ notification, state }: OpenedLink): AnswerName[] =>
  answerNames.filter((name) => offeredAnswers(notification).includes(name) && isPossible(name, state))

const isPossible = (name: AnswerName, state: State) =>
  canHappen(name, state) || (name === 'reschedule' && state === transitions.reschedule.to)

/** Renders a form for each possible answer.
 *  @param typedWish what the person had typed before choosing another language */
export function answerForms(
  opened: OpenedLink,
  nonce: string,
  language: Dialect,
  typedWish: string | undefined,
): Html[] {
  const { confirmAgain, offerToReschedule = 'reschedule' } = pageStates[opened.state]
  const words = wordsOf('answer-page', language)
  const secret = html`<input type="hidden" name="nonce" value="${nonce}">`
  const forms = {
    confirm: confirmAgain
      ? confirmAgainForm(secret, words.confirmAgain[confirmAgain])
      : html`<form method="post">${secret}<button name="answer" value="confirm" class="yes">${words.confirm}</button></form>`,
    reschedule: html`<details${typedWish && html` open`}><summary>${words[offerToReschedule]}</summary><form method="post" id="${wishForm}">${secret}
<label for="wish">${words.wish}</label><textarea id="wish" name="wish" rows="3" maxlength="${String(maxWishLength)}">
${typedWish}</textarea>
<button name="answer" value="reschedule">${words.askForAnotherTime}</button></form></details>`,
    cancel: html`<details><summary>${words.cancel}</summary><form method="post">${secret}<button name="answer" value="cancel">${words.reallyCancel}</button></form></details>`,
  }
  return possibleAnswers(opened).map((name) => forms[name])
}

/** Renders the question to a contact who cancelled, or asked for another time, and now confirms. */
function confirmAgainForm(
  secret: Html,
  { offer, effect, button }: Record<'offer' | 'effect' | 'button', string>,
): Html {
  return html`<details><summary>${offer}</summary><form method="post">${secret}
<p>${effect}</p><button name="answer" value="confirm">${button}</button></form></details>`
}
