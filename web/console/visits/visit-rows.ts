import type { ClinicTime } from '../../clinic-time.ts'
import type { Found } from './filter-visits.ts'
import type { Order } from './visits-place.ts'

/** A row of the list: a visit, or the heading of a group. `group` is a day, or a doctor's name; empty without a doctor. */
export type Row = { key: string; found: Found } | { key: string; group: string; count: number }

/** Lists the visits by time or by doctor. Several days have headings, and so do doctors. */
export function rowsOf(visits: Found[], by: Order, isSeveralDays: boolean, time: ClinicTime, locale: string): Row[] {
  if (by === 'time' && !isSeveralDays) return visits.map(rowOf)
  const groups = [...Map.groupBy(visits, by === 'time' ? dayOf(time) : doctorOf)]
  if (by === 'doctor') groups.sort(([one], [other]) => byName(locale)(one, other))
  return groups.flatMap(([group, some]) => [{ key: `group ${group}`, group, count: some.length }, ...some.map(rowOf)])
}

/** The same row for the same visit, so that the list knows what it has rendered. */
function rowOf(found: Found): Row {
  const before = rows.get(found)
  if (before) return before
  const row = { key: found.visit.id, found }
  rows.set(found, row)
  return row
}
const rows = new WeakMap<Found, Row>()

const doctorOf = ({ visit }: Found) => visit.params.doctor ?? ''

/** Visits without a doctor come last. */
function byName(locale: string) {
  const { compare } = new Intl.Collator(locale)
  return (one: string, other: string) => Number(one === '') - Number(other === '') || compare(one, other)
}

/** Formats each minute once: 20,000 visits begin at few of them. */
function dayOf(time: ClinicTime) {
  const days = new Map<string, string>()
  return ({ visit: { starts_at } }: Found) => {
    const minute = starts_at.slice(0, 16)
    const day = days.get(minute) ?? time.dayOf(starts_at)
    days.set(minute, day)
    return day
  }
}
