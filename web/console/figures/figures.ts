import type { ActionRecord, ActionSummary } from '../../../client/client.ts'
import { addDays, type ClinicTime } from '../../clinic-time.ts'
import { startOf } from '../../visit.ts'
import type { Period } from '../period.ts'

export type ActionName = ActionRecord['action']
export const actionNames = ['confirm', 'reschedule', 'cancel', 'arrive', 'annul'] as const satisfies ActionName[]
export const answerNames = ['confirm', 'reschedule', 'cancel'] as const satisfies ActionName[]

export type Counts = Partial<Record<ActionName, number>>

export const sum = (counts: Counts, series: readonly ActionName[]) =>
  series.reduce((total, name) => total + (counts[name] ?? 0), 0)

/** One column of a chart. */
export interface Column {
  /** The day, the hour, or the minimum number of days. */
  key: string | number
  counts: Counts
  /** The last day of a column that represents several days. */
  until?: string
}

/** The data of the charts. */
export type Tallies = Pick<ActionSummary, 'days' | 'hours' | 'lead_days'>

/** An action recorded after the summary. */
export interface LiveAction {
  sequence: number
  action: ActionRecord
}

/** Adds live actions to the summary. */
export function withLive(
  summary: ActionSummary & { sequence: number },
  live: LiveAction[],
  time: ClinicTime,
): ActionSummary {
  const since = live
    .filter(({ sequence }) => sequence > summary.sequence)
    .map(({ action }) => action)
    .filter(({ date }) => time.dayOf(date) >= summary.start_date && time.dayOf(date) <= summary.end_date)
  if (since.length === 0) return summary
  return {
    ...summary,
    days: [
      ...summary.days,
      ...since.map(({ date, action, channel }) => ({ date: time.dayOf(date), action, channel, count: 1 })),
    ],
    hours: [...summary.hours, ...since.map(({ date, action }) => ({ hour: time.hourOf(date), action, count: 1 }))],
    lead_days: [...summary.lead_days, ...since.flatMap(leadOf)],
  }
}

/** Counts the actions of a period.
 *  @param action one action, or `''` for all; so is `channel` */
export const countOf = ({ days }: ActionSummary, { from, to }: Period, action: string, channel: string): number =>
  days
    .filter(({ date }) => date >= from && date <= to)
    .filter((row) => (action === '' || row.action === action) && (channel === '' || row.channel === channel))
    .reduce((total, { count }) => total + count, 0)

function leadOf(record: ActionRecord) {
  const start = startOf(record)
  const lead = start === undefined ? -1 : Date.parse(start) - Date.parse(record.date)
  const action = answerNames.find((name) => name === record.action)
  if (lead <= 0 || action === undefined) return []
  return [{ days: Math.floor(lead / 86_400_000), action, count: 1 }]
}

/** Counts each kind of action. */
export function totals(rows: { action: string; count: number }[]): Record<ActionName, number> {
  const sums = { confirm: 0, reschedule: 0, cancel: 0, arrive: 0, annul: 0 }
  for (const { action, count } of rows) sums[action as ActionName] += count
  return sums
}

const maxColumns = 124

/** The unit of one column. */
export type Unit = 'day' | 'week' | 'month'

const nextOf: Record<Unit, (day: string) => string> = {
  day: (day) => addDays(day, 1),
  week: (day) => addDays(day, 7),
  month: (day) => `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 8)}01`,
}

export function unitOf({ from, to }: Period): Unit {
  if (to < addDays(from, maxColumns)) return 'day'
  return to < addDays(from, 7 * maxColumns) ? 'week' : 'month'
}

/** Returns a column for each unit of the period. */
export function byUnit({ days }: Tallies, unit: Unit, { from, to }: Period): Column[] {
  const columns: (Column & { until: string; rows: Tallies['days'] })[] = []
  for (let key = from; key <= to; ) {
    const next = nextOf[unit](key)
    columns.push({ key, until: next > to ? to : addDays(next, -1), counts: {}, rows: [] })
    key = next
  }
  for (const row of days) columns.findLast(({ key }) => key <= row.date)?.rows.push(row)
  return columns.map(({ rows, ...column }) => ({ ...column, counts: totals(rows) }))
}

export function byHour({ hours }: Tallies): Column[] {
  const rows = Map.groupBy(hours, ({ hour }) => hour)
  return Array.from({ length: 24 }, (_, key) => ({ key, counts: totals(rows.get(key) ?? []) }))
}

/** The minimum number of days before the appointment for each column. */
const leads = [0, 1, 2, 3, 5, 7, 14, 30] as const

export function byLead({ lead_days }: Tallies): Column[] {
  const rows = Map.groupBy(lead_days, ({ days }) => leads.findLast((least) => least <= days)!)
  return leads.map((key) => ({ key, counts: totals(rows.get(key) ?? []) }))
}

/** Writes the days of a column that begins with so many days. */
export function writtenLead(least: number): string {
  const next = leads.find((other) => other > least)
  if (next === undefined) return `${least}+`
  return next - 1 === least ? `${least}` : `${least}–${next - 1}`
}
