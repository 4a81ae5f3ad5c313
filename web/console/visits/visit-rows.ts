import type { ClinicTime } from '../../clinic-time.ts'
import type { Found } from './filter-visits.ts'
import type { Order, View } from './visits-place.ts'

/** The heading of the visits of a day, or of a doctor (empty without one), or of all past visits. */
export interface Group {
  key: string
  kind: 'day' | 'doctor' | 'past'
  group: string
  count: number
}

/** A row of the list: a visit, or the heading of a group. */
export type Row = { key: string; found: Found } | Group

export const isHeading = (row: Row): row is Group => 'kind' in row

interface Listing {
  by: Order
  view: View
  today: string
  time: ClinicTime
  locale: string
}

/** Lists the visits, which are in the order of time. Several days have headings, and so do doctors. In a search of all days, those
 *  from today on come first, and then the past ones, the latest first. */
export function rowsOf(visits: Found[], { by, view, today, time, locale }: Listing): Row[] {
  if (by === 'doctor') return doctorRows(visits, locale)
  if (view === 'day') return visits.map(rowOf)
  const dayOf = dayIn(time)
  const dayRows = (some: Found[]) => groupRows('day', [...Map.groupBy(some, dayOf)])
  if (view !== 'all') return dayRows(visits)
  const isPast = (found: Found) => dayOf(found) < today
  const past = visits.filter(isPast).reverse()
  const heading = { key: 'past', kind: 'past' as const, group: '', count: past.length }
  return [...dayRows(visits.filter((one) => !isPast(one))), ...(past.length > 0 ? [heading] : []), ...dayRows(past)]
}

function doctorRows(visits: Found[], locale: string): Row[] {
  const { compare } = new Intl.Collator(locale)
  const groups = [...Map.groupBy(visits, ({ visit }) => visit.params.doctor ?? '')]
  // Visits without a doctor come last.
  groups.sort(([one], [other]) => Number(one === '') - Number(other === '') || compare(one, other))
  return groupRows('doctor', groups)
}

const groupRows = (kind: 'day' | 'doctor', groups: [string, Found[]][]): Row[] =>
  groups.flatMap(([group, some]) => [{ key: `group ${group}`, kind, group, count: some.length }, ...some.map(rowOf)])

/** The same row for the same visit, so that the list knows what it has rendered. */
function rowOf(found: Found): Row {
  const before = rows.get(found)
  if (before) return before
  const row = { key: found.visit.id, found }
  rows.set(found, row)
  return row
}
const rows = new WeakMap<Found, Row>()

/** Formats each minute once: 20,000 visits begin at few of them. */
function dayIn(time: ClinicTime) {
  const days = new Map<string, string>()
  return ({ visit: { starts_at } }: Found) => {
    const minute = starts_at.slice(0, 16)
    const day = days.get(minute) ?? time.dayOf(starts_at)
    days.set(minute, day)
    return day
  }
}
