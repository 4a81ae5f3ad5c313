import type { Entity } from '../entities/entity.ts'
import { Html, html } from '../http/html.ts'
import { inZone } from '../instant.ts'
import { type Language, pickLocale, type SupportedLocale } from '../languages.ts'
import { canHappen, events } from '../lifecycle/events.ts'
import { maxWishLength } from '../lifecycle/reschedule.ts'
import { type AnswerName, answerNames } from '../notifications/answer-name.ts'
import type { State } from '../notifications/state.ts'
import type { VisitTimes } from '../plugins/plugin.ts'
import { findPlugin, offeredAnswers } from '../plugins/registry.ts'
import { askClinic, clinicContact, clinicHeader } from './clinic.ts'
import { document } from './document.ts'
import { inLanguage, type OpenedLink } from './open-link.ts'
import type { Phase } from './phase.ts'
import type { Replacement } from './replacement.ts'
import { words } from './words.ts'

/** The content of the page beside the visit. */
export interface PageContent {
  nonce: string
  phase: Exclude<Phase, 'over'>
  /** The valid check-in token, and its QR code as SVG. */
  checkin: { token: string; svg: string } | undefined
  replacement: Replacement | undefined
  /** The clinic's logo as PNG in base64. */
  logo: string | undefined
}

/** Prefers the regional format of the contact or the clinic, such as pt-PT, for the language that the person chose. */
export function localeOf({ chosenLanguage, notification, entity }: OpenedLink): SupportedLocale {
  const { language } = notification.contact
  if (!chosenLanguage) return pickLocale(language, entity.language)
  const known = [pickLocale(language), pickLocale(entity.language)]
  return known.find((one) => one.language === chosenLanguage) ?? pickLocale(chosenLanguage)
}

/** Renders the visit, its status and the answers that are still allowed. */
export function answerPage(opened: OpenedLink, { nonce, phase, checkin, replacement, logo }: PageContent): string {
  const { entity } = opened
  const locale = localeOf(opened)
  const { language } = locale
  const { name } = wordsOf(opened, language)
  const status = shownStatus(opened, phase, replacement)
  return document(
    language,
    name,
    html`${clinicHeader(entity, logo, language)}
<main class="visit">
<section>
<h1>${name}</h1>
${status === 'moved' ? bothTimes(opened, replacement, locale) : visitTime(opened, status, locale)}
${(phase === 'ahead' || phase === 'closed') && details(opened, language)}
</section>
<section>
${statusAndWish(opened, status, phase, language)}
${replacement?.link && html`<a href="${inLanguage(opened, `./${replacement.link}`)}" class="next">${words[language].newerNotice}</a>`}
${checkin && checkinCode(opened, checkin, phase, language)}
</section>
${phase === 'ahead' && html`<section>${answerForms(opened, nonce, language)}</section>`}
${phase === 'closed' && html`<section>${afterAnswers(opened, status, language)}</section>`}
</main>
${footer(opened, nonce, language)}`,
  )
}

const wordsOf = ({ notification: { category, target } }: OpenedLink, language: Language) =>
  findPlugin(category, target)!.words[language]

type ShownStatus = Exclude<State, 'imported'> | 'closed' | 'moved' | 'past'

/** Returns the status that the page shows. */
function shownStatus({ state, times }: OpenedLink, phase: Phase, replacement: Replacement | undefined): ShownStatus {
  if (replacement?.state === 'withdrawn') return 'withdrawn'
  if (replacement?.times && replacement.times.startsAt !== times?.startsAt) return 'moved'
  if (state === 'superseded' || state === 'withdrawn') return state
  if (phase === 'past') return 'past'
  return state === 'open' && phase !== 'ahead' ? 'closed' : (state as ShownStatus)
}

/** Renders the status and the contact's wish. */
function statusAndWish({ wish }: OpenedLink, status: ShownStatus, phase: Phase, language: Language): Html {
  const say = words[language]
  const showsWish = status === 'rescheduling' && phase !== 'ended' && wish !== null
  return html`<p role="status" class="state ${status}">${say.states[status]}</p>
${showsWish && html`<p>${say.yourWish}<q>${wish}</q></p>`}`
}

/** Renders what the contact can do when it is too late to answer on the page. */
function afterAnswers({ state, entity }: OpenedLink, status: ShownStatus, language: Language): Html {
  return html`${status === state && isChangeable(state) && html`<p>${words[language].changesClosed}</p>`}
${(status === 'closed' || isChangeable(state)) && askClinic(entity, language)}`
}

const isChangeable = (state: State) => answerNames.some((name) => canHappen(name, state))

/** Renders the plugin's details of the visit. Those of a superseded notification may be outdated. */
function details(opened: OpenedLink, language: Language): Html | false {
  const { params } = opened.notification
  const labels = Object.entries(wordsOf(opened, language).details).filter(([key]) => params[key] !== undefined)
  if (labels.length === 0 || opened.state === 'superseded') return false
  return html`<dl>${labels.map(([key, label]) => html`<dt>${label}</dt><dd>${params[key]}</dd>`)}</dl>`
}

/** Renders a form for each answer that changes the state or adds a wish. */
function answerForms({ notification, state }: OpenedLink, nonce: string, language: Language): Html[] {
  const say = words[language]
  const secret = html`<input type="hidden" name="nonce" value="${nonce}">`
  const forms = {
    confirm:
      state === 'cancelled' || state === 'rescheduling'
        ? confirmAgain(secret, say.confirmAgain[state])
        : html`<form method="post">${secret}<button name="answer" value="confirm" class="yes">${say.confirm}</button></form>`,
    reschedule: html`<details><summary>${state === 'rescheduling' ? say.changeWish : say.reschedule}</summary><form method="post">${secret}
<label for="wish">${say.wish}</label><textarea id="wish" name="wish" rows="3" maxlength="${String(maxWishLength)}"></textarea>
<button name="answer" value="reschedule">${say.askForAnotherTime}</button></form></details>`,
    cancel: html`<details><summary>${say.cancel}</summary><form method="post">${secret}<button name="answer" value="cancel">${say.reallyCancel}</button></form></details>`,
  }
  const offered = offeredAnswers(notification)
  return answerNames.filter((name) => offered.includes(name) && isPossible(name, state)).map((name) => forms[name])
}

/** Renders the question to a contact who cancelled, or asked for another time, and now confirms. */
function confirmAgain(secret: Html, { offer, effect, button }: Record<'offer' | 'effect' | 'button', string>): Html {
  return html`<details><summary>${offer}</summary><form method="post">${secret}
<p>${effect}</p><button name="answer" value="confirm">${button}</button></form></details>`
}

/** Rescheduling stays available after a request for another time, so that the contact can add a wish. */
const isPossible = (name: AnswerName, state: State) =>
  canHappen(name, state) || (name === 'reschedule' && state === events.reschedule.to)

/** Renders the clinic's contact details, the link to stop messages, and the form for a person whom the notice does not concern. */
function footer(opened: OpenedLink, nonce: string, language: Language): Html {
  const say = words[language]
  return html`<footer>
${clinicContact(opened.entity)}
<p><a href="${inLanguage(opened, `./${opened.link}/opt-out`)}">${opened.optedOut === null ? say.optOut.offer : say.optOut.done}</a></p>
<details><summary>${say.notMe.offer}</summary><form method="post"><input type="hidden" name="nonce" value="${nonce}">
<p>${say.notMe.effect}</p><button name="answer" value="not-me" class="grave">${say.notMe.button}</button></form></details>
</footer>`
}

/** Renders the QR code, its token and the downloads. */
function checkinCode(
  opened: OpenedLink,
  { token, svg }: { token: string; svg: string },
  phase: Phase,
  language: Language,
): Html {
  const say = words[language]
  const calendar = html` <a href="${inLanguage(opened, `./${opened.link}/appointment.ics`)}" download>${say.saveCalendar}</a>`
  return html`<section class="pass"><p>${say.showAtDesk}</p>
<div role="img" aria-label="${say.qrCode}">${new Html(svg)}</div>
<p><code>${token}</code></p>
<p><a href="${inLanguage(opened, `./${opened.link}/qr.png`)}" download>${say.savePicture}</a>${phase !== 'ended' && calendar}</p></section>`
}

/** Renders the time of the visit, struck out if the clinic withdrew it. */
function visitTime(opened: OpenedLink, status: ShownStatus, locale: SupportedLocale): Html | undefined {
  const time = opened.times && localTime(opened, opened.times, locale)
  const shown = time && (status === 'withdrawn' ? html`<s>${time}</s>` : time)
  return shown && html`<p class="when">${shown} ${timeZone(opened.entity, locale.language)}</p>`
}

/** Renders the old time struck out, and the new time. */
function bothTimes(opened: OpenedLink, replacement: Replacement | undefined, locale: SupportedLocale): Html {
  const say = words[locale.language]
  const [from, to] = [opened.times, replacement?.times].map((times) => times && localTime(opened, times, locale))
  return html`${from && html`<p class="when old">${say.oldTime} <s>${from}</s></p>`}
<p class="when">${say.newTime} ${to} ${timeZone(opened.entity, locale.language)}</p>`
}

/** Renders the local time at the entity: the start of a visit, or the start and the end of a campaign. */
function localTime(
  { notification, entity }: OpenedLink,
  { startsAt, endsAt }: VisitTimes,
  { locale, language }: SupportedLocale,
) {
  const { isCampaign } = findPlugin(notification.category, notification.target)!
  return html`${(isCampaign ? [startsAt, endsAt] : [startsAt]).map((instant, index) => {
    const zoned = inZone(instant, entity.time_zone)
    const day = zoned.toLocaleString(locale, { dateStyle: 'full' })
    const time = zoned.toLocaleString(locale, { timeStyle: 'short' })
    const bound = isCampaign && html`<span>${words[language][index === 0 ? 'from' : 'until']}</span>`
    return html`${bound}<time datetime="${zoned.toInstant().toString()}"><span>${day}</span> <strong>${time}</strong></time>`
  })}`
}

const timeZone = (entity: Entity, language: Language) =>
  html`<small>${words[language].timeZone} ${entity.time_zone}</small>`
