const units = { Y: 'year', M: 'month', W: 'week', D: 'day' } as const
type Letter = keyof typeof units

const partsOf = (period: string) =>
  [...period.matchAll(/(\d+)([YMWD])/g)].map(([, count, letter]) => ({
    count: Number(count),
    letter: letter as Letter,
  }))

/** Writes a period such as P1Y6M in words. */
export function writtenPeriod(period: string, locale: string): string {
  const written = partsOf(period).map(({ count, letter }) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: units[letter], unitDisplay: 'long' }).format(count),
  )
  return new Intl.ListFormat(locale, { type: 'unit' }).format(written)
}

/** Returns the day that is a period before a day, as YYYY-MM-DD. A month without such a day ends earlier. */
export function dayBefore(day: string, period: string): string {
  const at = { Y: 0, M: 0, W: 0, D: 0 }
  for (const { count, letter } of partsOf(period)) at[letter] = count
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const first = month - 1 - 12 * at.Y - at.M
  const length = new Date(Date.UTC(year, first + 1, 0)).getUTCDate()
  const before = Date.UTC(year, first, Math.min(date, length) - 7 * at.W - at.D)
  return new Date(before).toISOString().slice(0, 10)
}

/** Whether one period ends later than another, seen from a day. Null never ends. */
export const isLonger = (one: string | null, other: string | null, day: string) =>
  other !== null && (one === null || dayBefore(day, one) < dayBefore(day, other))
