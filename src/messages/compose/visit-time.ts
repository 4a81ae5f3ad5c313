import { memoize } from '../../platform/scheduling/memoize.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { inZone, shownInZone } from '../../platform/time/zones/zone-time.ts'
import type { VisitTimes } from '../../visits/plugins/plugin.ts'

/** A time as messages write it; empty texts if it is not known. */
export interface WrittenTime {
  long: string
  /** With the weekday, for texts. */
  short: string
  /** The same without the hours of a campaign of several days. */
  days: string
  /** The same without weekdays. */
  dates: string
  /** The day and the time apart. A campaign of several days has no time. */
  longDay: string
  shortDay: string
  time: string
}

const unknown: WrittenTime = { long: '', short: '', days: '', dates: '', longDay: '', shortDay: '', time: '' }

/** Writes the start of a visit. */
export function writeStart(times: VisitTimes | undefined, timeZone: string, locale: string): WrittenTime {
  if (!times) return unknown
  const { long, longDay, weekday, date, time } = parts(times.startsAt, timeZone, locale)
  const short = `${weekday} ${date} ${time}`
  return { long, short, days: short, dates: `${date} ${time}`, longDay, shortDay: `${weekday} ${date}`, time }
}

/** Writes the start and the end of a campaign. Does not use `formatRange`, which writes "a el viernes" in Chile.
 *  @param to the word between the two */
export function writeRange(times: VisitTimes | undefined, timeZone: string, locale: string, to: string): WrittenTime {
  if (!times) return unknown
  const [start, end] = [times.startsAt, times.endsAt].map((at) => parts(at, timeZone, locale))
  const [first, last] = [start!, end!].map(({ weekday, date }) => `${weekday} ${date}`)
  if (start!.day === end!.day) {
    const hours = `${start!.time}-${end!.time}`
    const short = `${first} ${hours}`
    return {
      long: `${start!.long} – ${end!.time}`,
      short,
      days: short,
      dates: `${start!.date} ${hours}`,
      longDay: start!.longDay,
      shortDay: first!,
      time: hours,
    }
  }
  const days = `${first} ${to} ${last}`
  return {
    long: `${start!.long} – ${end!.long}`,
    short: `${first} ${start!.time} ${to} ${last} ${end!.time}`,
    days,
    dates: `${start!.date} ${to} ${end!.date}`,
    longDay: `${start!.longDay} – ${end!.longDay}`,
    shortDay: days,
    time: '',
  }
}

function parts(at: Instant, timeZone: string, locale: string) {
  const shown = shownInZone(at, timeZone)
  const write = (style: keyof typeof styles) => formatter(locale, style).format(shown)
  return {
    day: `${inZone(at, timeZone).toPlainDate()}`,
    long: write('long'),
    longDay: write('longDay'),
    weekday: shortened(write('weekday'), write('wholeWeekday')),
    date: shortDate(shown, locale),
    time: write('time'),
  }
}

const styles = {
  long: { dateStyle: 'full', timeStyle: 'short' },
  longDay: { dateStyle: 'full' },
  weekday: { weekday: 'short' },
  wholeWeekday: { weekday: 'long' },
  date: { day: 'numeric', month: 'long' },
  time: { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

// Cached: a message writes six texts, and creating a formatter for each takes 1.6 ms, three quarters of its time.
const formatter = memoize(
  200,
  (locale: string, style: keyof typeof styles) =>
    new Intl.DateTimeFormat(locale, { ...styles[style], timeZone: 'UTC' }),
)

/** Writes the month as a word: readers of one language read 3/12 in two ways. Portuguese and Spanish put "de" before the month. */
function shortDate(shown: Date, locale: string): string {
  const month = shortMonths(locale)[shown.getUTCMonth()]!
  return formatter(locale, 'date')
    .formatToParts(shown)
    .map(({ type, value }) => (type === 'month' ? month : value.replace(' de ', ' ')))
    .join('')
}

/** The short names of the months. A name that would also stand for another month is not shortened, such as "jui" in Morocco. */
const shortMonths = memoize(50, (locale: string): string[] => {
  const [short, long] = (['short', 'long'] as const).map((month) => monthNames(locale, month))
  return short!.map((name, index) => {
    const word = name.replace(/\.$/, '')
    const begun = long!.filter((other) => other.toLowerCase().startsWith(word.toLowerCase()))
    return begun.length > 1 ? long![index]! : word
  })
})

/** Returns the names as they stand in a date, where Peru writes them in lower case. Portugal has numbers in short dates. */
function monthNames(locale: string, month: 'short' | 'long'): string[] {
  const [inDate, alone] = [{ day: 'numeric' as const, month }, { month }].map(
    (options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
  )
  return Array.from({ length: 12 }, (_, index) => {
    const day = Date.UTC(2026, index, 15)
    const word = inDate!.formatToParts(day).find(({ type }) => type === 'month')!.value
    return /\p{L}/u.test(word) ? word : alone!.format(day)
  })
}

/** Three letters are usual: `Intl` has "quarta" in Portugal, and "mer." in France. Arabic does not shorten its weekdays. */
const shortened = (short: string, long: string) => (short === long ? short : short.slice(0, 3))
