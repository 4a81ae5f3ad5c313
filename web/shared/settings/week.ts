import type { QuietHours } from '../../../client/client.ts'
import { weekdays } from '../../../client/weekdays.ts'

export type QuietPeriod = QuietHours['hours'][number]

/** A part of a day, in minutes from midnight. */
export interface Span {
  from: number
  to: number
}

export const dayMinutes = 24 * 60

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Whether the period ends on the day after its beginning. */
export const endsNextDay = ({ from, to }: Pick<QuietPeriod, 'from' | 'to'>) => to <= from

/** Returns the quiet spans of each day, from Monday to Sunday, without overlaps. */
export function quietSpans(periods: QuietPeriod[]): Span[][] {
  const byDay: Span[][] = weekdays.map(() => [])
  for (const { days, from, to } of periods.filter(isComplete)) {
    for (const day of days) {
      const index = weekdays.indexOf(day)
      if (!endsNextDay({ from, to })) byDay[index]!.push({ from: minuteOf(from), to: minuteOf(to) })
      else {
        byDay[index]!.push({ from: minuteOf(from), to: dayMinutes })
        byDay[(index + 1) % weekdays.length]!.push({ from: 0, to: minuteOf(to) })
      }
    }
  }
  return byDay.map(joined)
}

/** Joins spans that touch or overlap. */
function joined(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const { from, to } of spans.filter((one) => one.to > one.from).toSorted((one, other) => one.from - other.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

const isComplete = ({ from, to }: QuietPeriod) => from !== '' && to !== ''

/** 21:00; the end of a day is 24:00. */
export const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Returns what the service would refuse about the quiet hours. */
export function faultOfWeek(periods: QuietPeriod[]): 'days' | 'times' | 'open' | undefined {
  if (periods.some(({ days }) => days.length === 0)) return 'days'
  if (!periods.every(isComplete)) return 'times'
  const quiet = quietSpans(periods)
    .flat()
    .reduce((sum, { from, to }) => sum + to - from, 0)
  return quiet > weekdays.length * dayMinutes - 60 ? 'open' : undefined
}

/** A further period: the nights of the days that have none. */
export function newPeriod(periods: QuietPeriod[]): QuietPeriod {
  const free = weekdays.filter((day) => !periods.some(({ days }) => days.includes(day)))
  return { days: free.length > 0 ? free : [...weekdays], from: '21:00', to: '08:00' }
}
