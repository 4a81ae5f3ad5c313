import type { Entity } from '../../entities/entity.ts'
import { type Html, html } from '../../platform/http/html.ts'
import type { ContactLocale } from '../../platform/languages/contact-locale.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { shownInZone } from '../../platform/time/zones/zone-time.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'
import { findPlugin } from '../../visits/plugins/registry.ts'
import type { OpenedLink } from './open-link.ts'

/** Renders the time of the visit, struck out if it does not take place. */
export function visitTime(opened: OpenedLink, isCancelled: boolean, locale: ContactLocale): Html | undefined {
  const time = opened.times && localTime(opened, opened.times, locale)
  const shown = time && (isCancelled ? html`<s>${time}</s>` : time)
  return shown && html`<p class="when">${shown} ${timeZone(opened.entity, locale)}</p>`
}

/** Renders the old time struck out, and the new time. */
export function bothTimes(opened: OpenedLink, current: VisitTimes | undefined, locale: ContactLocale): Html {
  const words = wordsOf('answer-page', locale.language)
  const [from, to] = [opened.times, current].map((times) => times && localTime(opened, times, locale))
  return html`${from && html`<p class="when old">${words.oldTime} <s>${from}</s></p>`}
<p class="when">${words.newTime} ${to} ${timeZone(opened.entity, locale)}</p>`
}

/** Renders until when the contact can answer, or change the answer, if that is before the visit. */
export function answerDeadline({ times, entity, answeredAt }: OpenedLink, locale: ContactLocale): Html | undefined {
  if (!times || times.answersCloseAt >= times.startsAt) return undefined
  const { answerBy, changeBy } = wordsOf('answer-page', locale.language)
  return html`<p>${answeredAt === null ? answerBy : changeBy} ${dayAndTime(times.answersCloseAt, entity, locale)}</p>`
}

/** Renders a local time at the entity in one line. */
export const dayAndTime = (at: Instant, entity: Entity, { locale }: ContactLocale): Html =>
  html`<time datetime="${inUtc(at)}">${write(at, entity, locale, { dateStyle: 'full', timeStyle: 'short' })}</time>`

/** Renders the local time at the entity: the start of a visit, or the start and the end of a campaign. */
function localTime({ notification, entity }: OpenedLink, { startsAt, endsAt }: VisitTimes, locale: ContactLocale) {
  const { isCampaign } = findPlugin(notification.category, notification.target)!
  const start = momentOf(startsAt, entity, locale)
  if (!isCampaign) return oneTime(start, [start])
  const end = momentOf(endsAt, entity, locale)
  if (start.day === end.day) return oneTime(start, [start, end])
  const { from, until } = wordsOf('answer-page', locale.language)
  return html`<span>${from}</span>${oneTime(start, [start])}<span>${until}</span>${oneTime(end, [end])}`
}

type Moment = ReturnType<typeof momentOf>

const oneTime = ({ utc, day }: Moment, times: Moment[]) =>
  html`<time datetime="${utc}"><span>${day}</span> <strong>${times.map(({ time }) => time).join(' – ')}</strong></time>`

const momentOf = (instant: Instant, entity: Entity, { locale }: ContactLocale) => ({
  utc: inUtc(instant),
  day: write(instant, entity, locale, { dateStyle: 'full' }),
  time: write(instant, entity, locale, { timeStyle: 'short' }),
})

/** An instant in HTML. */
export const inUtc = (instant: Instant) => Temporal.Instant.fromEpochMilliseconds(instant / 1_000).toString()

const write = (instant: Instant, { time_zone }: Entity, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(shownInZone(instant, time_zone))

const timeZone = ({ time_zone }: Entity, { language }: ContactLocale) =>
  html`<small class="zone">${wordsOf('answer-page', language).timeZone} ${time_zone}</small>`
