import type { NotificationStatus } from '../../../client/client.ts'
import type { ClinicTime } from '../../shared/time/clinic-time.ts'
import type { Order, View } from './visits-place.ts'

/** A visit of the list: each has a start. */
export type Visit = NotificationStatus & { starts_at: string }

/** The heading of the visits of a day, or of a doctor (empty without one), or of all past visits. */
export interface Group {
  key: string
  kind: 'day' | 'doctor' | 'past'
  group: string
  count: number
}

/** A row of the list: a visit, or the heading of a group. */
export type Row = { key: string; visit: Visit } | Group

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
export function rowsOf(visits: Visit[], { by, view, today, time, locale }: Listing): Row[] {
  if (by === 'doctor') return doctorRows(visits, locale)
  if (view === 'day') return visits.map(rowOf)
  const dayOf = ({ starts_at }: Visit) => time.dayOf(starts_at)
  const dayRows = (some: Visit[]) => groupRows('day', [...Map.groupBy(some, dayOf)])
  if (view !== 'all') return dayRows(visits)
  const isPast = (visit: Visit) => dayOf(visit) < today
  const past = visits.filter(isPast).reverse()
  const heading = { key: 'past', kind: 'past' as const, group: '', count: past.length }
  return [...dayRows(visits.filter((one) => !isPast(one))), ...(past.length > 0 ? [heading] : []), ...dayRows(past)]
}

function doctorRows(visits: Visit[], locale: string): Row[] {
  const { compare } = new Intl.Collator(locale)
  const groups = [...Map.groupBy(visits, ({ params }) => params.doctor ?? '')]
  // Visits without a doctor come last.
  groups.sort(([one], [other]) => Number(one === '') - Number(other === '') || compare(one, other))
  return groupRows('doctor', groups)
}

const groupRows = (kind: 'day' | 'doctor', groups: [string, Visit[]][]): Row[] =>
  groups.flatMap(([group, some]) => [{ key: `group ${group}`, kind, group, count: some.length }, ...some.map(rowOf)])

const rowOf = (visit: Visit): Row => ({ key: visit.id, visit })
