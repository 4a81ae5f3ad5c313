import { hash } from 'node:crypto'
import { Html, html } from '../http/html.ts'
import type { Instant } from '../instant.ts'
import { type Language, pickTongue, type Tongue } from '../languages.ts'
import { transitions } from '../notifications/state.ts'
import { findPlugin } from '../plugins/registry.ts'
import type { Question } from './open-link.ts'
import { style } from './style.ts'
import { words } from './words.ts'

/** What the page of a link may load and send: its own style, nothing else. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What a page shows beside the question itself. */
export interface Shown {
  nonce: string
  now: Instant
  /** The check-in token in force, and its QR code as SVG. */
  checkin: { token: string; svg: string } | undefined
}

export const tongueOf = ({ notification, entity }: Question) =>
  pickTongue(notification.contact.language, entity.language)

/** The page of a question: what it is about, how it stands, and the answers that are still possible. */
export function questionPage(question: Question, { nonce, now, checkin }: Shown): string {
  const { entity, notification, state, wish, startsAt } = question
  const tongue = tongueOf(question)
  const say = words[tongue.language]
  const plugin = findPlugin(notification.category, notification.target)
  const closed = startsAt !== undefined && startsAt <= now && state !== 'arrived' && Boolean(transitions[state].confirm)
  const possible = closed ? {} : transitions[state]
  const details = Object.entries(plugin?.words[tongue.language].details ?? {}).filter(
    ([key]) => notification.params[key] !== undefined,
  )

  return document(
    tongue.language,
    plugin?.words[tongue.language].name ?? entity.name,
    html`<header><p>${entity.name}</p></header>
<main>
<h1>${plugin?.words[tongue.language].name}</h1>
${startsAt !== undefined && when(startsAt, entity.time_zone, tongue)}
${details.length > 0 && html`<dl>${details.map(([key, label]) => html`<dt>${label}</dt><dd>${notification.params[key]}</dd>`)}</dl>`}
<p role="status" class="state ${closed ? 'closed' : state}">${say.states[closed ? 'closed' : (state as keyof typeof say.states)]}</p>
${state === 'rescheduling' && wish !== null && html`<p>${say.yourWish} <q>${wish}</q></p>`}
${checkin && pass(question.link, checkin, say)}
${possible.confirm && state !== 'confirmed' && html`<form method="post">${secret(nonce)}<button name="answer" value="confirm" class="yes">${say.confirm}</button></form>`}
${
  possible.reschedule &&
  html`<details><summary>${say.reschedule}</summary><form method="post">${secret(nonce)}
<label for="wish">${say.wish}</label><textarea id="wish" name="wish" rows="3" maxlength="500"></textarea>
<button name="answer" value="reschedule">${say.askForAnotherTime}</button></form></details>`
}
${
  possible.cancel &&
  state !== 'cancelled' &&
  html`<details><summary>${say.cancel}</summary><form method="post">${secret(nonce)}<button name="answer" value="cancel">${say.reallyCancel}</button></form></details>`
}
</main>`,
  )
}

/** The page of a link that leads nowhere, or of an answer that was not taken. */
export function plainPage(language: Language, sentence: 'unknown' | 'notTaken'): string {
  const text = words[language][sentence]
  return document(
    language,
    'Rollcall',
    html`<main><h1>Rollcall</h1><p role="status" class="state closed">${text}</p></main>`,
  )
}

const secret = (nonce: string) => html`<input type="hidden" name="nonce" value="${nonce}">`

const pass = (link: string, { token, svg }: { token: string; svg: string }, say: (typeof words)[Language]) =>
  html`<section class="pass"><p>${say.showAtDesk}</p>
<div role="img" aria-label="${say.qrCode}">${new Html(svg)}</div>
<p><code>${token}</code></p>
<p><a href="./${link}/qr.png" download>${say.savePicture}</a> <a href="./${link}/appointment.ics" download>${say.saveCalendar}</a></p></section>`

/** The time as people at the entity say it, and in which zone. */
function when(startsAt: Instant, timeZone: string, { language, locale }: Tongue): Html {
  const instant = Temporal.Instant.fromEpochMilliseconds(Math.floor(startsAt / 1_000))
  const zoned = instant.toZonedDateTimeISO(timeZone)
  const day = zoned.toLocaleString(locale, { dateStyle: 'full' })
  const time = zoned.toLocaleString(locale, { timeStyle: 'short' })
  return html`<p class="when"><time datetime="${instant.toString()}"><span>${day}</span> <strong>${time}</strong></time>
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
