import { findChannel } from '../../channels/registry.ts'
import { isUnanswered } from '../../notifications/lifecycle/transitions.ts'
import { type Html, html } from '../../platform/http/html.ts'
import type { ContactLocale } from '../../platform/languages/contact-locale.ts'
import { format } from '../../platform/languages/format.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { timesOfVisit } from '../../visits/plugins/registry.ts'
import { wordsOfPlugin } from '../../visits/plugins/words.ts'
import { shownName } from '../../visits/shown-name.ts'
import { inLanguage, type OpenedLink } from './open-link.ts'
import type { VisitAtAddress } from './others-at-address.ts'
import { pageStates } from './page-states.ts'
import { phaseOf } from './phase.ts'
import { dayAndTime } from './shown-time.ts'

/** Renders the other visits of the address. Each has its own form, which submits to its own link. */
export function otherVisits(opened: OpenedLink, others: VisitAtAddress[], locale: ContactLocale, now: Instant) {
  if (others.length === 0) return false
  const { address } = opened
  const hint = `\u2066${findChannel(address.channel).address.hint(address.uid)}\u2069`
  const title = format(wordsOf('answer-page', locale.language).others.title, { address: hint }, locale.language)
  return html`<aside class="others"><h2>${title}</h2><ul>${others.map((one) => otherVisit(opened, one, locale, now))}</ul></aside>`
}

function otherVisit(opened: OpenedLink, one: VisitAtAddress, locale: ContactLocale, now: Instant): Html {
  const { entity } = opened
  const { notification, state, linkSecret, nonce } = one
  const { language } = locale
  const words = wordsOf('answer-page', language)
  const times = timesOfVisit(notification)!
  const url = inLanguage(opened, `./${linkSecret}`)
  const who = shownName(notification.contact, entity.names)
  const about = [who, wordsOfPlugin(notification, language).name].filter((part) => part !== undefined).join(' · ')
  const takesAnswer = isUnanswered(state) && phaseOf({ times, entity, state, answeredAt: null }, now) === 'ahead'
  const titles: Partial<Record<string, string>> = words.titles
  return html`<li><p><strong>${about}</strong><br>${dayAndTime(times.startsAt, entity, locale)}</p>
${takesAnswer ? html`<form method="post" action="${url}"><input type="hidden" name="nonce" value="${nonce}"><button name="answer" value="confirm" class="yes" aria-label="${words.confirm}: ${about}">${words.confirm}</button></form>` : html`<p class="state ${state}">${titles[state] ?? words.states[pageStates[state].status]}</p>`}
<a href="${url}" aria-label="${words.others.open}: ${about}">${words.others.open}</a></li>`
}
