/** The parts of an ISO 8601 duration of weeks, days, hours and minutes, such as P7D or PT3H. */
const parts = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/
const units = ['week', 'day', 'hour', 'minute'] as const

/** Writes a duration in words: 3 hours. */
export function writtenDuration(duration: string, locale: string, style: 'long' | 'narrow' = 'long'): string {
  const [, ...amounts] = parts.exec(duration) ?? []
  const written = units.flatMap((unit, index) => {
    const amount = amounts[index]
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: style })
    return amount === undefined ? [] : [format.format(Number(amount))]
  })
  return new Intl.ListFormat(locale, { type: 'unit', style: style === 'long' ? 'short' : 'narrow' }).format(written)
}

/** Returns the length of a duration in minutes. A day has 24 hours. */
export function minutesOf(duration: string): number {
  const [, ...amounts] = parts.exec(duration) ?? []
  const [weeks, days, hours, minutes] = units.map((_unit, index) => Number(amounts[index] ?? 0))
  return ((weeks! * 7 + days!) * 24 + hours!) * 60 + minutes!
}
