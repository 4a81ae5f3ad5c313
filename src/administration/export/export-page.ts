import type { Entity } from '../../entities/entity.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { plainPage } from '../../platform/http/plain-page.ts'
import { type ContactLocale, localeOfContact } from '../../platform/languages/contact-locale.ts'
import { format } from '../../platform/languages/format.ts'
import { languageOf } from '../../platform/languages/languages.ts'
import { type Words, wordsOf } from '../../platform/languages/words.ts'
import { parseInstant } from '../../platform/time/instant.ts'
import { shownInZone } from '../../platform/time/zones/zone-time.ts'
import type { Contact } from '../../visits/notification.ts'
import type { ContactExport, ExportedRow } from './contact-export.ts'

/** Renders the copy for the contact, in the language of the latest visit. Rows and columns without a text are only in the JSON. */
export function exportPage(entity: Entity, { exported_at, data }: ContactExport): string {
  const contact = data.notifications!.at(-1)!.contact as Contact
  const locale = localeOfContact(contact, entity.language)
  const words = wordsOf('personal-data', locale.language)
  const show = (text: string) => shownTime(text, entity.time_zone, locale)
  const sections = Object.entries(words.tables).map(([table, heading]) =>
    section(heading, data[table] ?? [], words, show),
  )
  return plainPage(
    languageOf(locale.locale) ?? 'en',
    words.title,
    html`<h1>${words.title}</h1>
<p>${format(words.lead, { clinic: entity.name, at: show(exported_at) }, locale.language)}</p>
${sections}
<p>${words.complete}</p>`,
  )
}

type Say = Words['personal-data']

function section(heading: string, rows: ExportedRow[], words: Say, show: (text: string) => string): Html | undefined {
  if (rows.length === 0) return undefined
  return html`<h2>${heading}</h2>${rows.map((row) => html`<dl>${entries(row, words, show)}</dl>`)}`
}

/** The columns of a row, and the members of its JSON, that have a text. */
const entries = (row: ExportedRow, { columns, values }: Say, show: (text: string) => string): Html[] =>
  Object.entries(row).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null)
      return entries(value as ExportedRow, { columns, values } as Say, show)
    const label = columns[name as keyof typeof columns]
    if (label === undefined || value === '') return []
    const text = String(value)
    return [html`<dt>${label}</dt><dd>${values[text as keyof typeof values] ?? show(text)}</dd>`]
  })

/** Returns an instant in the clinic's zone, and other texts as they are. */
function shownTime(text: string, timeZone: string, { locale }: ContactLocale): string {
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? parseInstant(text) : undefined
  if (at === undefined) return text
  return shownInZone(at, timeZone).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
}
