import { expect, test } from 'vitest'
import type { Over } from './known-ends.ts'
import { sortedBy, sortingOf, sortRows } from './sort-rows.ts'

const over = (visits: number, ends: Partial<Over> = {}): Over => ({
  visits,
  arrived: 0,
  no_show: 0,
  cancelled_in_time: 0,
  cancelled_late: 0,
  another_time: 0,
  unknown: 0,
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
