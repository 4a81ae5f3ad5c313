import type { Place } from '../../shared/page-location.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import { daysIn, type Period } from '../../shared/time/period.ts'
import { daysOf, type FilteredState, withoutFilters } from '../visits/visits-place.ts'
import type { EndName, Over } from './known-ends.ts'
import type { FiguresQuery } from './use-figures.ts'

/** The state of the visits with an end. A visit that was cancelled in time has the same state as one that was cancelled late. */
const stateOf: Partial<Record<EndName, FilteredState>> = {
  arrived: 'arrived',
  no_show: 'no-show',
  another_time: 'rescheduling',
}

/** Returns the place in the list of visits that shows the visits of a number. The list has days, weeks and months, and filters by state and
 *  doctor: other groups have no place. On days that are not over, the list has more visits than the number counts.
 *  @param value the group; null for all */
export function listedVisits(
  { period, today, by, doctor }: FiguresQuery,
  value: string | undefined | null,
  over: Over,
  end: EndName,
  weekStart: number,
): Place | undefined {
  const state = stateOf[end]
  const isOfDays = by === 'weekday' || by === 'week'
  const days = isOfDays && value ? daysOfGroup(period, by, value) : period
  const dated = days && datedPlace(days, weekStart)
  if (!state || !dated || days.to >= today || over[end] === 0) return undefined
  const place = { ...withoutFilters, find: undefined, tab: 'visits', ...dated, state, doctor }
  if (value === null || isOfDays) return place
  if (value !== undefined && by === 'doctor') return { ...place, doctor: value }
  return undefined
}

/** The days of a weekday or of a week, if they are one day, or a whole week, of the period. */
function daysOfGroup(period: Period, by: 'weekday' | 'week', value: string): Period | undefined {
  if (by === 'weekday') return dayOfWeek(period, Number(value))
  const week = { from: value, to: addDays(value, 6) }
  return week.from >= period.from && week.to <= period.to ? week : undefined
}

/** The day of the period with this weekday (1 is Monday), if there is only one. */
function dayOfWeek({ from, to }: Period, weekday: number): Period | undefined {
  if (daysIn({ from, to }) > 7) return undefined
  const day = addDays(from, (weekday - new Date(`${from}T00:00:00Z`).getUTCDay() + 7) % 7)
  return day > to ? undefined : { from: day, to: day }
}

/** A day, or a week or a month as the list shows it. */
function datedPlace(period: Period, weekStart: number): Place | undefined {
  const { from, to } = period
  if (from === to) return { view: undefined, date: from }
  const view = (['week', 'month'] as const).find((one) => isSame(daysOf(one, from, from, weekStart), period))
  return view && { view, date: from }
}

const isSame = (one: Period, other: Period) => one.from === other.from && one.to === other.to
