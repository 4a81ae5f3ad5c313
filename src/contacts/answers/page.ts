import { groupsOf } from '../../messages/check-in/token-spelling.ts'
import { canHappen, transitions } from '../../notifications/lifecycle/transitions.ts'
import { Html, html } from '../../platform/http/html.ts'
import type { ContactLocale } from '../../platform/languages/contact-locale.ts'
import { format } from '../../platform/languages/format.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { answerNames } from '../../visits/plugins/plugin.ts'
import { wordsOfPlugin } from '../../visits/plugins/words.ts'
import { shownName } from '../../visits/shown-name.ts'
import { type State, states } from '../../visits/state.ts'
import { answerForms, possibleAnswers, wishForm } from './answer-forms.ts'
import { askClinic, clinicContact, clinicHeader } from './clinic.ts'
import { document, type Page } from './document.ts'
import { backLink, inLanguage, localeOf, type OpenedLink } from './open-link.ts'
import type { PageContent } from './page-content.ts'
import { pageStates, type ShownStatus } from './page-states.ts'
import { type Phase, takesAnswers } from './phase.ts'
import type { Replacement } from './replacement.ts'
import { answerDeadline, bothTimes, dayAndTime, visitTime } from './shown-time.ts'
import { compareTimeZones } from './time-zone.ts'

/** Renders the visit, its status and the answers that are still allowed. */
export function answerPage(opened: OpenedLink, content: PageContent): Page {
  const { nonce, phase, checkin, replacement, logo } = content
  const { entity, notification, times } = opened
  const locale = localeOf(opened)
  const { language } = locale
  const words = wordsOf('answer-page', language)
  const { name } = pluginWords(opened, language)
  const who = shownName(notification.contact, entity.names)
  const status = shownStatus(opened, phase, replacement)
  const title = titleOf(name, status, language)
  const current = replacement?.times ?? times
  const isAhead = phase === 'ahead'
  const isOpen = takesAnswers(opened, phase)
  const visitDetails = (isAhead || phase === 'answersClosed') && details(opened, language)
  const test = notification.test && html`\n<p class="state">${words.test}</p>`
  return document({
    language,
    title,
    entity,
    head: current && compareTimeZones(opened, current),
    body: html`${clinicHeader(entity, logo, language, isOpen && possibleAnswers(opened).includes('reschedule') ? wishForm : undefined)}${test}
<main class="visit">
<section>
<h1>${title}</h1>
${who !== undefined && isNamed(phase) && html`<p class="who">${format(words.meant, { name: who }, language)}</p>`}
${status === 'moved' ? bothTimes(opened, replacement?.times, locale) : visitTime(opened, status === 'cancelled' || status === 'withdrawn', locale)}
${!checkin && visitDetails}
</section>
<section>
${statusAndWish(opened, statusText(replacement ?? opened, status, language), status, phase, locale)}
${isAhead && possibleAnswers(opened).length > 0 && answerDeadline(opened, locale)}
${replacement?.linkSecret && html`<a href="${inLanguage(opened, `./${replacement.linkSecret}`)}" class="next">${words.newerNotice}</a>`}
${checkin && checkinCode(opened, checkin, phase, language)}
</section>
${checkin && visitDetails && html`<section>${visitDetails}</section>`}
${isOpen && html`<section>${answerForms(opened, locale, content)}</section>`}
${phase === 'answersClosed' && html`<section>${afterAnswers(opened, status, locale)}</section>`}
</main>
${content.others}
${footer(opened, nonce, language, isNamed(phase) ? who : undefined)}`,
  })
}

/** Whether the page still names the contact: it does until the day of the visit is over. */
const isNamed = (phase: Phase) => phase !== 'dayEnded' && phase !== 'pageExpired'

const pluginWords = ({ notification }: OpenedLink, language: Dialect) => wordsOfPlugin(notification, language)

/** Returns the title of the page and its first heading, which say what became of the visit. */
function titleOf(name: string, status: ShownStatus, language: Dialect): string {
  const titles: Partial<Record<ShownStatus, string>> = wordsOf('answer-page', language).titles
  return [titles[status], name].filter(Boolean).join(' · ')
}

const isWithdrawn = ({ state }: OpenedLink, replacement: Replacement | undefined) =>
  replacement?.isWithdrawn ?? state === transitions.withdraw.to

/** Returns the status that the page shows. The clinic may have withdrawn what the contact had cancelled. */
function shownStatus(opened: OpenedLink, phase: Phase, replacement: Replacement | undefined): ShownStatus {
  const { state, times } = opened
  if (isWithdrawn(opened, replacement)) {
    const { endedFrom } = replacement ?? opened
    return endedFrom === transitions.cancel.to ? 'cancelled' : 'withdrawn'
  }
  if (replacement?.times && replacement.times.startsAt !== times?.startsAt) return 'moved'
  const { status, statusWhenClosed = status } = pageStates[state]
  if (!states[state].isCurrent) return status
  if (phase === 'dayEnded') return 'past'
  return phase === 'ahead' || phase === 'missed' ? status : statusWhenClosed
}

/** Says what became of the visit. Staff may have recorded the cancellation for the contact. */
function statusText({ answeredBy }: Pick<OpenedLink, 'answeredBy'>, status: ShownStatus, language: Dialect): string {
  const words = wordsOf('answer-page', language)
  return status === 'cancelled' && answeredBy !== null ? words.cancelledForYou : words.states[status]
}

/** Renders the status, the offered time that the contact takes, and the contact's wish. */
function statusAndWish(
  opened: OpenedLink,
  text: string,
  status: ShownStatus,
  phase: Phase,
  locale: ContactLocale,
): Html {
  const { state, wish, slot, entity } = opened
  const words = wordsOf('answer-page', locale.language)
  const isRecent = phase === 'ahead' || phase === 'answersClosed' || phase === 'missed'
  const showsWish = pageStates[state].showsWish && isRecent
  return html`<p role="status" class="state ${status}">${text}</p>
${showsWish && slot !== null && html`<p>${words.slots.taken} <strong>${dayAndTime(slot, entity, locale)}</strong><br>${words.slots.notPromised}</p>`}
${showsWish && wish !== null && html`<p>${words.yourWish}<q>${wish}</q></p>`}`
}

/** Renders what the contact can do when it is too late to answer on the page. */
function afterAnswers({ state, entity }: OpenedLink, status: ShownStatus, { language }: ContactLocale): Html {
  return html`${status === state && isChangeable(state) && html`<p>${wordsOf('answer-page', language).changesClosed}</p>`}
${(status === 'closed' || isChangeable(state)) && askClinic(entity, language)}`
}

const isChangeable = (state: State) => answerNames.some((name) => canHappen(name, state))

/** Renders the plugin's details of the visit. Those of a superseded notification may be outdated. */
function details(opened: OpenedLink, language: Dialect): Html | false {
  const { params } = opened.notification
  const labels = Object.entries(pluginWords(opened, language).details).filter(([key]) => params[key] !== undefined)
  if (labels.length === 0 || pageStates[opened.state].isOutdated) return false
  return html`<dl>${labels.map(([key, label]) => html`<dt>${label}</dt><dd>${params[key]}</dd>`)}</dl>`
}

/** Renders the clinic's contact details, the link to stop messages, and the form for a person whom the notice does not
 *  concern. */
function footer(opened: OpenedLink, nonce: string, language: Dialect, who: string | undefined): Html {
  const words = wordsOf('answer-page', language)
  return html`<footer>
${clinicContact(opened.entity)}
<p><a href="${inLanguage(opened, `./${opened.linkSecret}/opt-out`)}">${opened.optedOut === undefined ? words.optOut.offer : words.optOut.done}</a></p>
<p><a href="${inLanguage(opened, `./${opened.linkSecret}/data`)}">${words.yourData.offer}</a></p>
<details><summary>${who === undefined ? words.notMe.offer : format(words.notMe.offerNamed, { name: who }, language)}</summary><form method="post"><input type="hidden" name="nonce" value="${nonce}">
<p>${who === undefined ? words.notMe.effect : format(words.notMe.effectNamed, { name: who }, language)} ${words.notMe.everybody}</p><button name="answer" value="not-me" class="grave">${words.notMe.button}</button>${backLink(opened, `./${opened.linkSecret}`, words.back)}</form></details>
</footer>`
}

/** Renders the QR code, its token in groups that a person can read out, and the downloads. */
function checkinCode(
  opened: OpenedLink,
  { token, svg }: { token: string; svg: string },
  phase: Phase,
  language: Dialect,
): Html {
  const words = wordsOf('answer-page', language)
  const calendar = html` <a href="${inLanguage(opened, `./${opened.linkSecret}/appointment.ics`)}" download>${words.saveCalendar}</a>`
  return html`<section class="pass"><p>${words.showAtDesk}</p>
<div role="img" aria-label="${words.qrCode}">${new Html(svg)}</div>
<p><data value="${token}"><code>${groupsOf(token)}</code></data></p>
<p class="pair"><a href="${inLanguage(opened, `./${opened.linkSecret}/qr.png`)}" download>${words.savePicture}</a>${phase !== 'visitEnded' && calendar}</p></section>`
}
