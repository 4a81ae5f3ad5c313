/** Clocks that change twice a year, as the last line of a TZif file says it (RFC 9636, 3.3.1). Offsets in milliseconds. */
export interface YearlyRule {
  standard: number
  /** Absent in zones whose clocks do not change. */
  summer?: { offset: number; begins: DayOfYear; ends: DayOfYear }
}

/** Such as M3.5.0/1: the last Sunday of March at 01:00, by the clocks before the change. */
interface DayOfYear {
  month: number
  /** 5: the last one. */
  week: number
  /** 0: Sunday. */
  weekday: number
  time: number
}

const name = /(?:<[^>]+>|[A-Za-z]+)/.source
const time = /[-+]?\d+(?::\d\d){0,2}/.source
const day = `M\\d+\\.[1-5]\\.[0-6](?:/${time})?`
const form = new RegExp(`^${name}(${time})(?:${name}(${time})?,(${day}),(${day}))?$`)

/** Reads such as CET-1CEST,M3.5.0,M10.5.0/3. Returns undefined for a form that no release uses, such as days of the year. */
export function readYearlyRule(text: string): YearlyRule | undefined {
  const [, west, summerWest, begins, ends] = form.exec(text) ?? []
  if (west === undefined) return undefined
  const standard = 0 - milliseconds(west)
  if (begins === undefined) return { standard }
  const offset = summerWest === undefined ? standard + milliseconds('1') : 0 - milliseconds(summerWest)
  return { standard, summer: { offset, begins: readDay(begins), ends: readDay(ends!) } }
}

/** Returns the changes of a year, in order of time. */
export function changesOf(year: number, { standard, summer }: YearlyRule): { at: number; offset: number }[] {
  if (!summer) return []
  const begins = { at: localTime(year, summer.begins) - standard, offset: summer.offset }
  const ends = { at: localTime(year, summer.ends) - summer.offset, offset: standard }
  return [begins, ends].sort((one, other) => one.at - other.at)
}

function readDay(text: string): DayOfYear {
  const [date, at = '2'] = text.slice(1).split('/') as [string, string?]
  const [month, week, weekday] = date.split('.').map(Number) as [number, number, number]
  return { month, week, weekday, time: milliseconds(at) }
}

function milliseconds(text: string): number {
  const [hours, minutes = 0, seconds = 0] = text.replace(/^[-+]/, '').split(':').map(Number) as [
    number,
    number?,
    number?,
  ]
  const total = 1_000 * (3_600 * hours + 60 * minutes + seconds)
  return text.startsWith('-') ? -total : total
}

const dayMs = 86_400_000

function localTime(year: number, { month, week, weekday, time }: DayOfYear): number {
  const first = Date.UTC(year, month - 1, 1)
  const untilWeekday = (weekday - new Date(first).getUTCDay() + 7) % 7
  const inWeek = first + dayMs * (untilWeekday + 7 * (week - 1))
  return (inWeek < Date.UTC(year, month, 1) ? inWeek : inWeek - 7 * dayMs) + time
}
