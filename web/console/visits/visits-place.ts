import type { VisitFilters } from '../../../client/client.ts'
import type { ShownState } from '../../shared/look/shown-state.ts'
import type { Place } from '../../shared/page-location.ts'
import { addDays } from '../../shared/time/clinic-time.ts'
import { isDay, monthOf, type Period, periodOf } from '../../shared/time/period.ts'

export const views = ['day', 'week', 'month', 'all'] as const
/** `period`: the days of the address, to which a number of the figures leads. */
export type View = (typeof views)[number] | 'period'

export const orders = ['time', 'doctor'] as const
export type Order = (typeof orders)[number]

/** The states that a filter can name: those that a visit keeps, whatever the time. */
export const filteredStates = [
  ...(['expected', 'confirmed', 'rescheduling', 'cancelled', 'arrived', 'no-show'] as const),
] satisfies ShownState[]
export type FilteredState = (typeof filteredStates)[number]

/** What the visits of the page have in common. An absent filter passes all. */
export interface PageFilters {
  states: FilteredState[]
  /** Category and target: `medical/exam`. */
  plugin?: string | undefined
  doctor?: string | undefined
  place?: string | undefined
  isUnreached: boolean
  /** Whether the list shows tests beside real visits. */
  hasTests: boolean
  /** The number of the figures whose visits the list has. */
  number?: VisitsOfNumber | undefined
}

/** The filters of the service for a number of the outcomes. */
export type VisitsOfNumber = Pick<VisitFilters, 'counted' | 'counted_by' | 'group' | 'until'>

export const noFilters: PageFilters = { states: [], isUnreached: false, hasTests: false }

/** The part of the address that is about visits. */
export interface VisitsPlace {
  view: View
  day: string
  by: Order
  filters: PageFilters
}

export function visitsPlaceOf(place: Place, today: string): VisitsPlace {
  const states = place.state?.split(' ') ?? []
  return {
    view: place.view === 'period' && periodOf(place) ? 'period' : (views.find((one) => one === place.view) ?? 'day'),
    day: isDay(place.date) ? place.date : today,
    by: orders.find((one) => one === place.by) ?? 'time',
    filters: {
      states: filteredStates.filter((one) => states.includes(one)),
      plugin: place.plugin,
      doctor: place.doctor,
      place: place.place,
      isUnreached: place.reached === 'false',
      hasTests: place.tests === 'true',
      number: numberOf(place),
    },
  }
}

/** The service refuses a number that it does not have. */
function numberOf({ counted, counted_by, group, until }: Place): VisitsOfNumber | undefined {
  if (counted === undefined) return undefined
  const given = Object.entries({ counted, counted_by, group, until }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

/** The place without filters. */
export const withoutFilters: Place = {
  state: undefined,
  plugin: undefined,
  doctor: undefined,
  place: undefined,
  reached: undefined,
  counted: undefined,
  counted_by: undefined,
  group: undefined,
  until: undefined,
}

/** How far a search looks. The service reads the visits of these days in windows until it has found enough. */
const [daysBack, daysAhead] = [90, 365]

/** The days of a view. A week begins with `weekStart`: 1 is Monday, 7 is Sunday. */
export function daysOf(view: Exclude<View, 'period'>, day: string, today: string, weekStart: number): Period {
  if (view === 'all') return { from: addDays(today, -daysBack), to: addDays(today, daysAhead) }
  if (view === 'day') return { from: day, to: day }
  if (view === 'month') return monthOf(day)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const from = addDays(day, -((weekday - weekStart + 7) % 7))
  return { from, to: addDays(from, 6) }
}

/** The first day of the week where people use the locale. Firefox does not know it. */
export function weekStartOf(locale: string): number {
  const { getWeekInfo } = Intl.Locale.prototype as { getWeekInfo?: () => { firstDay: number } }
  return getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? 1
}
