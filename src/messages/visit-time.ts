import { type Instant, inZone } from '../instant.ts'
import type { VisitTimes } from '../plugins/plugin.ts'

/** A time as messages write it; empty texts if it is not known. */
export interface WrittenTime {
  long: string
  /** With the weekday, for texts. */
  short: string
  /** The same without the hours of a campaign of several days. */
  days: string
  /** The same without weekdays. */
  dates: string
}

const unknown: WrittenTime = { long: '', short: '', days: '', dates: '' }

/** Writes the start of a visit. */
export function writeStart(times: VisitTimes | undefined, timeZone: string, locale: string): WrittenTime {
  if (!times) return unknown
  const { long, weekday, date, time } = parts(times.startsAt, timeZone, locale)
  const short = `${weekday} ${date} ${time}`
  return { long, short, days: short, dates: `${date} ${time}` }
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
    return { long: `${start!.long} – ${end!.time}`, short, days: short, dates: `${start!.date} ${hours}` }
  }
  return {
    long: `${start!.long} – ${end!.long}`,
    short: `${first} ${start!.time} ${to} ${last} ${end!.time}`,
    days: `${first} ${to} ${last}`,
    dates: `${start!.date} ${to} ${end!.date}`,
  }
}

function parts(at: Instant, timeZone: string, locale: string) {
  const local = inZone(at, timeZone)
  const write = (options: Intl.DateTimeFormatOptions) => local.toLocaleString(locale, options)
  return {
    day: `${local.toPlainDate()}`,
    long: write({ dateStyle: 'full', timeStyle: 'short' }),
    weekday: shortened(write({ weekday: 'short' }), write({ weekday: 'long' })),
    date: write({ day: 'numeric', month: 'numeric' }),
    time: write({ timeStyle: 'short' }),
  }
}

/** Three letters are usual: `Intl` has "quarta" in Portugal, and "mer." in France. Arabic does not shorten its weekdays. */
const shortened = (short: string, long: string) => (short === long ? short : short.slice(0, 3))
