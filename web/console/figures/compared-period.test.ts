import { expect, test } from 'vitest'
import { comparedPeriod } from './compared-period.ts'

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
