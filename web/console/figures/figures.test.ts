import { expect, test } from 'vitest'
import type { ActionRecord, ActionSummary } from '../../../client/client.ts'
import { clinicTime } from '../../clinic-time.ts'
import { byHour, byLead, byUnit, countOf, totals, unitOf, withLive } from './figures.ts'
import type { EndName, Over } from './known-ends.ts'
import { type ComparedVisits, listedVisits } from './listed-visits.ts'
import { roundUp } from './round-up.ts'
import { sortedBy, sortingOf, sortRows } from './sort-rows.ts'

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

test('the top of a chart is round, and so is its half', () => {
  expect([0, 1, 3, 7, 11, 19, 150, 151, 801].map(roundUp)).toEqual([2, 2, 4, 8, 20, 20, 150, 200, 1000])
})

const period = (from: string, to: string) => ({ from, to })

test('whole months are compared with as many months, and other days with as many days', () => {
  const before = (from: string, to: string, today = '2026-11-27') => comparedPeriod(period(from, to), today)
  expect(before('2026-10-01', '2026-10-31')).toEqual(period('2026-09-01', '2026-09-30'))
  expect(before('2026-03-01', '2026-03-31')).toEqual(period('2026-02-01', '2026-02-28'))
  expect(before('2026-01-01', '2026-02-28')).toEqual(period('2025-11-01', '2025-12-31'))
  expect(before('2026-11-01', '2026-11-01')).toEqual(period('2026-10-31', '2026-10-31'))
  expect(before('2026-11-21', '2026-11-27')).toEqual(period('2026-11-14', '2026-11-20'))
  // Days that are not over are compared with as many days.
  expect(before('2026-11-01', '2026-11-30')).toEqual(period('2026-10-01', '2026-10-27'))
  expect(before('2026-11-26', '2026-11-29')).toEqual(period('2026-11-22', '2026-11-23'))
})

const over = (visits: number, ends: Partial<Over> = {}): Over => ({
  ...{ visits, arrived: 0, no_show: 0, cancelled_in_time: 0, cancelled_late: 0, another_time: 0, unknown: 0 },
  ...ends,
})

test('the groups are sorted by name or by percentage, and those without it are last', () => {
  const rows = [
    { value: 'Rui', over: over(4, { no_show: 1 }) },
    { over: over(0) },
    { value: 'Ana', over: over(10, { no_show: 2 }) },
    { value: 'Eva', over: over(2, { unknown: 2 }) },
  ]
  const sorted = (text: string | undefined) =>
    sortRows(rows, sortingOf(text), (one, other) => one.localeCompare(other)).map(({ value }) => value)
  expect(sorted(undefined)).toEqual(['Rui', undefined, 'Ana', 'Eva'])
  expect(sorted('-no_show')).toEqual(['Rui', 'Ana', undefined, 'Eva'])
  expect(sorted('over')).toEqual(['Rui', 'Ana', undefined, 'Eva'])
  expect(sorted('name')).toEqual(['Ana', 'Eva', 'Rui', undefined])
  expect(sorted('unknown')).toEqual(sorted(undefined))
  expect(sortedBy('no_show', undefined)).toBe('-no_show')
  expect(sortedBy('no_show', sortingOf('-no_show'))).toBe('no_show')
  expect(sortedBy('name', sortingOf('name'))).toBe('-name')
})

test('a number leads to its visits if the list can show exactly these', () => {
  const place = (
    counted: Partial<ComparedVisits>,
    value: string | null | undefined,
    end: EndName = 'no_show',
    counts = {},
  ) => {
    const week = { period: period('2026-03-23', '2026-03-29'), today: '2026-03-30', by: 'doctor' as const }
    const ends = over(9, { no_show: 2, cancelled_late: 1, ...counts })
    return listedVisits({ ...week, doctor: undefined, ...counted }, value, ends, end, 1)
  }
  const ofWeek = { tab: 'visits', view: 'week', date: '2026-03-23', state: 'no-show' }
  expect(place({}, 'Ana Reis')).toMatchObject({ ...ofWeek, doctor: 'Ana Reis' })
  expect(place({ by: 'plugin', doctor: 'Rui Sá' }, 'medical/exam')).toMatchObject({
    ...{ ...ofWeek, doctor: 'Rui Sá', plugin: 'medical/exam' },
  })
  expect(place({ by: 'hour' }, null)).toMatchObject(ofWeek)
  const thursday = { tab: 'visits', view: undefined, date: '2026-03-26', state: 'no-show' }
  expect(place({ by: 'weekday' }, '4')).toMatchObject(thursday)
  expect(place({ by: 'weekday', period: period('2026-03-26', '2026-03-30') }, '4')).toMatchObject(thursday)
  expect(place({ period: period('2026-02-01', '2026-02-28') }, 'Ana Reis')).toMatchObject({
    ...{ tab: 'visits', view: 'month', date: '2026-02-01', doctor: 'Ana Reis' },
  })
  const without = [
    place({ by: 'hour' }, '9'),
    place({}, undefined),
    place({}, 'Ana Reis', 'cancelled_late'),
    place({}, 'Ana Reis', 'arrived'),
    place({}, 'Ana Reis', 'no_show', { unknown: 1 }),
    place({ today: '2026-03-29' }, 'Ana Reis'),
    place({ period: period('2026-03-01', '2026-03-29') }, 'Ana Reis'),
    place({ period: period('2026-03-22', '2026-03-28') }, 'Ana Reis'),
    place({ by: 'weekday', period: period('2026-03-01', '2026-03-29') }, '4'),
  ]
  expect(without.filter((one) => one !== undefined)).toEqual([])
})
