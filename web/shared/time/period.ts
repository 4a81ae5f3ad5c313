import type { Place } from '../page-location.ts'
import { addDays } from './clinic-time.ts'

/** Calendar days of the clinic (YYYY-MM-DD), both inclusive. */
export interface Period {
  from: string
  to: string
}

export const presets = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  last7Days: (today) => ({ from: addDays(today, -6), to: today }),
  last30Days: (today) => ({ from: addDays(today, -29), to: today }),
  thisMonth: (today) => ({ from: firstOfMonth(today), to: today }),
  lastMonth: (today) => monthOf(addDays(firstOfMonth(today), -1)),
  last365Days: (today) => ({ from: addDays(today, -364), to: today }),
} as const satisfies Record<string, (today: string) => Period>

/** The number of days. */
export const daysIn = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The calendar month of a day. */
export function monthOf(day: string): Period {
  const from = firstOfMonth(day)
  return { from, to: addDays(firstOfMonth(addDays(from, 31)), -1) }
}

/** The range of days that the service accepts. */
export const firstDay = '1970-01-01'
export const lastDay = '2199-12-31'

export const isDay = (text: string | undefined): text is string =>
  text !== undefined &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  addDays(text, 0) === text &&
  text >= firstDay &&
  text <= lastDay

/** Returns the period of an address, if it has one. */
export const periodOf = ({ from, to }: Place): Period | undefined =>
  isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
