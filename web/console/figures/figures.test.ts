import { expect, test } from 'vitest'
import type { ActionRecord, ActionSummary } from '../../../client/client.ts'
import { clinicTime } from '../../clinic-time.ts'
import { byHour, byLead, byUnit, countOf, totals, unitOf, withLive } from './figures.ts'

const days = [
  { date: '2026-03-28', action: 'confirm', channel: 'mobile', count: 3 },
  { date: '2026-03-28', action: 'cancel', channel: 'email', count: 1 },
  { date: '2026-03-30', action: 'confirm', channel: 'email', count: 2 },
] as const satisfies ActionSummary['days']
const summary = {
  ...{ entity_id: 'c', start_date: '2026-03-28', end_date: '2026-03-30', time_zone: 'Europe/Lisbon', sequence: 5 },
  ...{ days: [...days], hours: [{ hour: 9, action: 'confirm', count: 5 }], lead_days: [] },
} as unknown as ActionSummary & { sequence: number }
const nothing = { confirm: 0, reschedule: 0, cancel: 0, arrive: 0, annul: 0 }

test('a chart has a column for each day, week or month, by the length of the period', () => {
  expect(unitOf({ from: '2026-01-01', to: '2026-05-04' })).toBe('day')
  expect(unitOf({ from: '2026-01-01', to: '2026-05-05' })).toBe('week')
  expect(unitOf({ from: '2023-01-01', to: '2026-05-05' })).toBe('month')
  expect(byUnit(summary, 'week', { from: '2025-05-01', to: '2026-04-30' })).toHaveLength(53)
})

test('a column counts the actions of its days, and the last one ends with the period', () => {
  const period = { from: '2026-03-28', to: '2026-03-30' }
  expect(byUnit(summary, 'day', period).map(({ key, counts }) => [key, counts.confirm, counts.cancel])).toEqual([
    ...[
      ['2026-03-28', 3, 1],
      ['2026-03-29', 0, 0],
      ['2026-03-30', 2, 0],
    ],
  ])
  expect(byUnit(summary, 'week', period)).toMatchObject([{ key: '2026-03-28', until: '2026-03-30' }])
  const months = byUnit(summary, 'month', { from: '2026-01-31', to: '2026-03-30' })
  expect(months.map(({ key, until }) => [key, until])).toEqual([
    ...[
      ['2026-01-31', '2026-01-31'],
      ['2026-02-01', '2026-02-28'],
      ['2026-03-01', '2026-03-30'],
    ],
  ])
})

test('hours and days before the visit have fixed columns', () => {
  expect(byHour(summary)).toHaveLength(24)
  expect(byHour(summary)[9]!.counts.confirm).toBe(5)
  const lead_days = [0, 4, 45].map((number) => ({ days: number, action: 'cancel' as const, count: 1 }))
  const counted = byLead({ ...summary, lead_days }).filter(({ counts }) => counts.cancel)
  expect(counted.map(({ key }) => key)).toEqual([0, 3, 30])
})

test('a list counts the actions of its days, kind and channel', () => {
  const all = { from: '2026-03-28', to: '2026-03-30' }
  expect(totals(summary.days)).toEqual({ ...nothing, confirm: 5, cancel: 1 })
  expect(countOf(summary, all, '', '')).toBe(6)
  expect(countOf(summary, all, 'confirm', 'email')).toBe(2)
  expect(countOf(summary, { from: '2026-03-29', to: '2026-03-29' }, '', '')).toBe(0)
})

test('live actions are added once, on the day of the clinic, if they are in the period', () => {
  const live = (sequence: number, date: string) => {
    const action = { action: 'cancel', date, channel: 'mobile', params: { when: '2026-04-02T09:00:00Z' } }
    return { sequence, action: action as unknown as ActionRecord }
  }
  const actions = [live(5, '2026-03-30T10:00:00Z'), live(6, '2026-03-30T23:30:00Z'), live(7, '2026-03-30T22:30:00Z')]
  const counted = withLive(summary, actions, clinicTime('Europe/Lisbon', 'en'))
  expect(counted.days.slice(days.length)).toEqual([
    { date: '2026-03-30', action: 'cancel', channel: 'mobile', count: 1 },
  ])
  expect(counted.hours.at(-1)).toEqual({ hour: 23, action: 'cancel', count: 1 })
  expect(counted.lead_days).toEqual([{ days: 2, action: 'cancel', count: 1 }])
})
