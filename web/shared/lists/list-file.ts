import type { ClinicTime } from '../time/clinic-time.ts'
import type { CallListRow } from './call-list.tsx'

/** A cell of a file for a person. A day is YYYY-MM-DD, a time HH:MM, both of the clinic. */
export type Cell = string | number | { day: string } | { time: string }

/** A table whose first row names the columns. */
export type Table = Cell[][]

const always = ['date', 'time', 'contact', 'facts', 'telephone'] as const
const ofVisit = ['doctor', 'place', 'state', 'answeredOn', 'answeredAt', 'channel'] as const
type Column = (typeof always)[number] | (typeof ofVisit)[number] | 'about'

/** Returns the rows as a table: times of the clinic, and words in place of codes. */
export function listTable(rows: CallListRow[], names: Record<Column, string>, time: ClinicTime): Table {
  const columns: Column[] = [...always, ...(rows.some(({ visit }) => visit) ? ofVisit : []), 'about']
  const dayOf = (at: string | undefined) => (at ? { day: time.dayOf(at) } : '')
  const timeOf = (at: string | undefined) => (at ? { time: time.minuteOf(at).slice(11) } : '')
  const cells = ({ at, name, facts, telephones, visit, about }: CallListRow): Record<Column, Cell> => ({
    date: dayOf(at),
    time: timeOf(at),
    contact: name,
    facts: facts.join('; '),
    telephone: telephones.join('; '),
    doctor: visit?.doctor ?? '',
    place: visit?.place ?? '',
    state: visit?.state ?? '',
    answeredOn: dayOf(visit?.answered),
    answeredAt: timeOf(visit?.answered),
    channel: visit?.channel ?? '',
    about: about.filter(Boolean).join('; '),
  })
  return [columns.map((column) => names[column]), ...rows.map(cells).map((row) => columns.map((column) => row[column]))]
}

const textOf = (cell: Cell): string => {
  if (typeof cell !== 'object') return String(cell)
  return 'day' in cell ? cell.day : cell.time
}

/** Writes a table as CSV. A `'` before a cell prevents its evaluation as a formula, as in the CSV of the service. */
export async function csvOf(table: Table, delimiter: ',' | ';'): Promise<Blob> {
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  const options = { escape_formulas: true, record_delimiter: 'windows', delimiter } as const
  return new Blob([
    stringify(
      table.map((row) => row.map(textOf)),
      options,
    ),
  ])
}
