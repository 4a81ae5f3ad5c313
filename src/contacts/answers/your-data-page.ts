import { findLogo } from '../../entities/logo.ts'
import { type Retention, retentionOf } from '../../entities/retention.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { format } from '../../platform/languages/format.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { inZone } from '../../platform/time/zones/zone-time.ts'
import { askClinic, clinicContact, clinicHeader } from './clinic.ts'
import { document, type Page } from './document.ts'
import { backLink, localeOf, type OpenedLink } from './open-link.ts'

/** Renders what the clinic sends and keeps, until when, and whom to ask. The clinic decides about erasure. */
export async function yourDataPage(database: Database, opened: OpenedLink): Promise<Page> {
  const { entity, linkSecret } = opened
  const { language } = localeOf(opened)
  const { yourData, optOut } = wordsOf('answer-page', language)
  const [logo, retention] = await Promise.all([findLogo(database, entity.id), retentionOf(database, entity.id)])
  const title = format(yourData.title, { clinic: entity.name }, language)
  return document({
    language,
    title,
    entity,
    body: html`${clinicHeader(entity, logo, language)}
<main>
${backLink(opened, `../${linkSecret}`, optOut.back)}
<h1>${title}</h1>
<p>${yourData.sends}</p>
<p>${yourData.keeps} ${yourData.shares}</p>
<p>${periods(opened, retention)}</p>
<p>${yourData.ask}</p>
${clinicContact(entity) || askClinic(entity, language)}
</main>`,
  })
}

/** Says until when the clinic keeps the data of this visit. */
function periods(opened: OpenedLink, { notifications, messages }: Retention): Html {
  const { language } = localeOf(opened)
  const { until, messagesUntil, noEnd } = wordsOf('answer-page', language).yourData
  const texts = messages === null ? undefined : lastDay(opened, messages)
  const all = notifications === null ? undefined : lastDay(opened, notifications)
  return html`${all === undefined ? noEnd : format(until, { date: all }, language)}${texts !== undefined && html` ${format(messagesUntil, { date: texts }, language)}`}`
}

/** Returns the day on which a period after the visit ends; undefined if the start is not known. */
function lastDay(opened: OpenedLink, period: string): string | undefined {
  const { times, entity } = opened
  if (!times) return undefined
  const day = inZone(times.startsAt, entity.time_zone).toPlainDate().add(period)
  return day.toLocaleString(localeOf(opened).locale, { dateStyle: 'long' })
}
