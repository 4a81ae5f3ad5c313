import { expect, test } from 'vitest'
import { daysOf, filtersOf, worklistNames, worklistOf, worklists } from '../../console/work/worklists.ts'
import { daysIn, isDay, periodOf, presets } from './period.ts'

const period = (from: string, to: string) => ({ from, to })

test('the presets are days of the calendar, across months and leap years', () => {
  expect(presets.lastMonth('2026-03-31')).toEqual(period('2026-02-01', '2026-02-28'))
  expect(presets.lastMonth('2024-03-01')).toEqual(period('2024-02-01', '2024-02-29'))
  expect(presets.yesterday('2026-01-01')).toEqual(period('2025-12-31', '2025-12-31'))
  expect(presets.thisMonth('2026-03-30')).toEqual(period('2026-03-01', '2026-03-30'))
  const lengths = [presets.last7Days, presets.last30Days, presets.last365Days].map((preset) =>
    daysIn(preset('2026-03-30')),
  )
  expect(lengths).toEqual([7, 30, 365])
})

test('a day exists, and is one that the service accepts', () => {
  expect(['2026-02-28', '2024-02-29', '1970-01-01', '2199-12-31'].every(isDay)).toBe(true)
  expect(['2026-02-29', '2026-2-28', '0020-03-30', '2200-01-01', '', undefined].some(isDay)).toBe(false)
})

test('an address has a period only with two days in order', () => {
  expect(periodOf(period('2026-03-01', '2026-03-30'))).toEqual(period('2026-03-01', '2026-03-30'))
  expect(periodOf(period('2026-03-30', '2026-03-01'))).toBeUndefined()
  expect(periodOf({ from: '2026-03-30' })).toBeUndefined()
})

test('an address that names no worklist leads to the first one, or to the first part', () => {
  expect(worklistOf(undefined, undefined)).toEqual({ name: 'rescheduling', part: 'todo' })
  expect(worklistOf('unanswered', 'done')).toEqual({ name: 'unanswered', part: 'next-day' })
  expect(worklistOf('texts', 'done')).toEqual({ name: 'texts', part: 'done' })
})

test('each worklist covers its days', () => {
  const ofDays = worklistNames.filter((name) => name !== 'not-applied')
  const days = ofDays.map((name) => daysOf({ name, part: worklists[name].counted }, '2026-03-30'))
  expect(days).toEqual([
    period('2026-03-23', '2027-03-30'),
    period('2026-03-31', '2026-04-06'),
    period('2026-03-30', '2026-04-13'),
    period('2026-03-23', '2026-03-30'),
    period('2025-03-30', '2026-03-30'),
    period('2026-03-30', '2027-03-30'),
  ])
  expect(filtersOf({ name: 'rescheduling', part: 'done' })).toEqual({
    test: 'false',
    state: ['rescheduling'],
    done: 'true',
  })
  expect(filtersOf({ name: 'no-show', part: 'todo' })).toEqual({ test: 'false', state: ['no-show'], done: 'false' })
  expect(filtersOf({ name: 'unreached', part: 'todo' })).toEqual({ test: 'false', reached: 'false' })
})

test('the next day with appointments stands in for tomorrow', () => {
  const list = { name: 'unanswered', part: 'next-day' } as const
  expect(daysOf(list, '2026-03-28')).toEqual(period('2026-03-29', '2026-03-29'))
  expect(daysOf({ ...list, nextDay: '2026-03-30' }, '2026-03-28')).toEqual(period('2026-03-30', '2026-03-30'))
  expect(daysOf({ ...list, part: 'week', nextDay: '2026-03-30' }, '2026-03-28')).toEqual(
    period('2026-03-29', '2026-04-04'),
  )
})
