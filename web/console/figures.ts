import type { ActionRecord, ActionSummary } from '../../client/client.ts'
import { addDays, type ClinicTime } from '../clinic-time.ts'
import { startOf } from '../visit.ts'
import { daysOf, type Period } from './period.ts'

export type ActionName = ActionRecord['action']
export const actionNames = ['confirm', 'reschedule', 'cancel', 'arrive'] as const satisfies ActionName[]
export const answerNames = ['confirm', 'reschedule', 'cancel'] as const satisfies ActionName[]

export type Counts = Partial<Record<ActionName, number>>

/** One column of a chart. */
export interface Column {
  /** The day, the hour, or the least number of days. */
  key: string | number
  counts: Counts
  /** Of a column that stands for several days: the last of them. */
  until?: string
}

/** What charts are drawn of. */
export type Tallies = Pick<ActionSummary, 'days' | 'hours' | 'lead_days'>

/** An action that happened after the summary was counted. */
export interface Live {
  sequence: number
  action: ActionRecord
}

/** The summary with what has happened since. */
export function withLive(summary: ActionSummary & { sequence: number }, live: Live[], time: ClinicTime): ActionSummary {
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

function leadOf(record: ActionRecord) {
  const start = startOf(record)
  const lead = start === undefined ? -1 : Date.parse(start) - Date.parse(record.date)
  if (lead <= 0 || record.action === 'arrive') return []
  return [{ days: Math.floor(lead / 86_400_000), action: record.action, count: 1 }]
}

/** How often each action happened. */
export function totals(rows: { action: string; count: number }[]): Record<ActionName, number> {
  const sums = { confirm: 0, reschedule: 0, cancel: 0, arrive: 0 }
  for (const { action, count } of rows) sums[action as ActionName] += count
  return sums
}

/** The share of confirmations among answers; undefined without answers. */
export function confirmRate({ confirm, reschedule, cancel }: Record<ActionName, number>): number | undefined {
  const answers = confirm + reschedule + cancel
  return answers === 0 ? undefined : confirm / answers
}

const mostColumns = 124

/** Every day of the period, or every week of a long one. */
export function byDay({ days }: Tallies, period: Period): Column[] {
  const rows = Map.groupBy(days, ({ date }) => date)
  const all = daysOf(period)
  if (all.length <= mostColumns) return all.map((key) => ({ key, counts: totals(rows.get(key) ?? []) }))
  const weeks: Column[] = []
  for (let key = period.from; key <= period.to; key = addDays(key, 7)) {
    const until = [addDays(key, 6), period.to].sort()[0]!
    const ofWeek = daysOf({ from: key, to: until }).flatMap((day) => rows.get(day) ?? [])
    weeks.push({ key, until, counts: totals(ofWeek) })
  }
  return weeks
}

export function byHour({ hours }: Tallies): Column[] {
  const rows = Map.groupBy(hours, ({ hour }) => hour)
  return Array.from({ length: 24 }, (_, key) => ({ key, counts: totals(rows.get(key) ?? []) }))
}

/** The least number of days before the appointment of each column. */
export const leads = [0, 1, 2, 3, 5, 7, 14, 30] as const

export function byLead({ lead_days }: Tallies): Column[] {
  const rows = Map.groupBy(lead_days, ({ days }) => leads.findLast((least) => least <= days)!)
  return leads.map((key) => ({ key, counts: totals(rows.get(key) ?? []) }))
}
