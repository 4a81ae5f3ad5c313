import { hash } from 'node:crypto'
import { Html, html } from '../http/html.ts'
import { type Instant, inZone } from '../instant.ts'
import { type Language, pickLocale, type SupportedLocale } from '../languages.ts'
import { canHappen, events, isAnswerable } from '../lifecycle/events.ts'
import { type AnswerName, answerNames } from '../notifications/answer-name.ts'
import type { State } from '../notifications/state.ts'
import { findPlugin } from '../plugins/registry.ts'
import type { Question } from './open-link.ts'
import { style } from './style.ts'
import { words } from './words.ts'

/** Permits only the page's inline style and its own form. */
export const answerContentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface Shown {
  nonce: string
  now: Instant
  /** The valid check-in token, and its QR code as SVG. */
  checkin: { token: string; svg: string } | undefined
}

export const localeOf = ({ notification, entity }: Question) =>
  pickLocale(notification.contact.language, entity.language)

/** Renders the visit, its status and the answers that are still allowed. */
export function questionPage(question: Question, { nonce, now, checkin }: Shown): string {
  const { entity, notification, startsAt } = question
  const locale = localeOf(question)
  const plugin = findPlugin(notification.category, notification.target)!.words[locale.language]
  const details = Object.entries(plugin.details).filter(([key]) => notification.params[key] !== undefined)
  return document(
    locale.language,
    plugin.name,
    html`<header><p>${entity.name}</p></header>
<main>
<h1>${plugin.name}</h1>
${startsAt !== undefined && when(startsAt, entity.time_zone, locale)}
${details.length > 0 && html`<dl>${details.map(([key, label]) => html`<dt>${label}</dt><dd>${notification.params[key]}</dd>`)}</dl>`}
${standing(question, now, locale.language)}
${checkin && pass(question.link, checkin, locale.language)}
${answerForms(question, nonce, now, locale.language)}
</main>`,
  )
}

const isClosed = ({ startsAt, state }: Question, now: Instant) =>
  startsAt !== undefined && startsAt <= now && isAnswerable(state)

/** Renders the status and the contact's wish. */
function standing(question: Question, now: Instant, language: Language): Html {
  const { state, wish } = question
  const say = words[language]
  // The page keeps showing a confirmation after answers close: contacts open it on the way to the desk.
  const shown = isClosed(question, now) && state !== 'confirmed' ? 'closed' : (state as Exclude<State, 'imported'>)
  return html`<p role="status" class="state ${shown}">${say.states[shown]}</p>
${state === 'rescheduling' && wish !== null && html`<p>${say.yourWish}<q>${wish}</q></p>`}`
}

/** Renders a form for each answer that changes the state or adds a wish. */
function answerForms(question: Question, nonce: string, now: Instant, language: Language): Html[] {
  const say = words[language]
  const secret = html`<input type="hidden" name="nonce" value="${nonce}">`
  const forms = {
    confirm: html`<form method="post">${secret}<button name="answer" value="confirm" class="yes">${say.confirm}</button></form>`,
    reschedule: html`<details><summary>${say.reschedule}</summary><form method="post">${secret}
<label for="wish">${say.wish}</label><textarea id="wish" name="wish" rows="3" maxlength="500"></textarea>
<button name="answer" value="reschedule">${say.askForAnotherTime}</button></form></details>`,
    cancel: html`<details><summary>${say.cancel}</summary><form method="post">${secret}<button name="answer" value="cancel">${say.reallyCancel}</button></form></details>`,
  }
  if (isClosed(question, now)) return []
  return answerNames.filter((name) => isOffered(name, question.state)).map((name) => forms[name])
}

/** Rescheduling stays available after a request for another time, so that the contact can add a wish. */
const isOffered = (name: AnswerName, state: State) =>
  canHappen(name, state) || (name === 'reschedule' && state === events.reschedule.to)

/** Renders the page for an unknown link or a rejected answer. */
export function plainPage(language: Language, sentence: 'unknown' | 'notTaken'): string {
  const { fault, advice } = words[language][sentence]
  return document(language, fault, html`<main><h1>${fault}</h1><p role="status">${advice}</p></main>`)
}

function pass(link: string, { token, svg }: { token: string; svg: string }, language: Language): Html {
  const say = words[language]
  return html`<section class="pass"><p>${say.showAtDesk}</p>
<div role="img" aria-label="${say.qrCode}">${new Html(svg)}</div>
<p><code>${token}</code></p>
<p><a href="./${link}/qr.png" download>${say.savePicture}</a> <a href="./${link}/appointment.ics" download>${say.saveCalendar}</a></p></section>`
}

/** Renders the local time at the entity, with its time zone. */
function when(startsAt: Instant, timeZone: string, { language, locale }: SupportedLocale): Html {
  const zoned = inZone(startsAt, timeZone)
  const day = zoned.toLocaleString(locale, { dateStyle: 'full' })
  const time = zoned.toLocaleString(locale, { timeStyle: 'short' })
  return html`<p class="when"><time datetime="${zoned.toInstant().toString()}"><span>${day}</span> <strong>${time}</strong></time>
<small>${words[language].timeZone} ${timeZone}</small></p>`
}

const document = (language: Language, title: string, body: Html) =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.text
