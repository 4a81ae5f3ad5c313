import { addDays } from '../../shared/time/clinic-time.ts'
import { daysIn, type Period } from '../../shared/time/period.ts'

/** Returns the earlier period for a comparison. If `period` is not over, it has as many days as have passed. */
export function comparedPeriod(period: Period, today: string): Period {
  const before = periodBefore(period)
  if (period.to < today) return before
  const soFar = period.from < today ? daysIn({ from: period.from, to: today }) : 1
  const to = addDays(before.from, soFar - 1)
  return to < before.to ? { ...before, to } : before
}

/** Whole months are compared with as many months, other days with as many days. */
function periodBefore({ from, to }: Period): Period {
  const last = addDays(from, -1)
  const isOfMonths = from.endsWith('-01') && addDays(to, 1).endsWith('-01')
  return {
    from: isOfMonths ? monthBefore(from, monthOf(to) - monthOf(from) + 1) : addDays(from, -daysIn({ from, to })),
    to: last,
  }
}

const monthOf = (day: string) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1

/** Returns the first day of the month, `months` earlier. */
function monthBefore(day: string, months: number): string {
  const month = monthOf(day) - months
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`
}
