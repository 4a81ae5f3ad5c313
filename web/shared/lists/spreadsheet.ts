import type { ClinicTime } from '../time/clinic-time.ts'
import type { CallListRow } from './call-list.tsx'
import { listSeparator } from './list-separator.ts'

type Columns = Record<'date' | 'time' | 'contact' | 'facts' | 'telephone' | 'about', string>

/** Returns the rows as CSV for a spreadsheet in the language: times of the clinic, and words in place of codes. A `'` before a cell
 *  prevents its evaluation as a formula, as in the CSV of the service. */
export async function spreadsheetOf(
  rows: CallListRow[],
  columns: Columns,
  time: ClinicTime,
  locale: string,
): Promise<Blob> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const records = rows.map(({ at, name, facts, telephones, about }) => ({
    // Each spreadsheet reads this form of a date.
    date: time.dayOf(at),
    time: time.time(at),
    contact: name,
    facts: facts.join('; '),
    telephone: telephones.join('; '),
    about: about.filter(Boolean).join('; '),
  }))
  const options = { header: true, columns, escape_formulas: true, record_delimiter: 'windows' } as const
  return new Blob([stringify(records, { ...options, delimiter: listSeparator(locale) })])
}
