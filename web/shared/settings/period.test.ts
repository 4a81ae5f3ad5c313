import { expect, test } from 'vitest'
import { dayBefore, isLonger, writtenPeriod } from './period.ts'

test('the day before a period is that of the calendar', () => {
  const before = (day: string, period: string) => dayBefore(day, period)
  expect(before('2026-03-30', 'P180D')).toBe('2025-10-01')
  expect(before('2026-03-31', 'P1M')).toBe('2026-02-28')
  expect(before('2028-02-29', 'P1Y')).toBe('2027-02-28')
  expect(before('2026-01-15', 'P1Y2M3W4D')).toBe('2024-10-21')
})

test('a period that never ends is longer than any other', () => {
  const longer = (one: string | null, other: string | null) => isLonger(one, other, '2026-03-30')
  expect([longer(null, 'P10Y'), longer('P10Y', null), longer(null, null)]).toEqual([true, false, false])
  expect([longer('P1Y', 'P365D'), longer('P1Y', 'P364D'), longer('P6M', 'P1Y')]).toEqual([false, true, false])
})

test('a period is written in the words of a language', () => {
  expect(writtenPeriod('P1Y6M', 'en')).toBe('1 year, 6 months')
  expect(writtenPeriod('P180D', 'pt')).toBe('180 dias')
})
