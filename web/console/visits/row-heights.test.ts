import { expect, test } from 'vitest'
import { rowAt, topsOf } from './row-heights.ts'

const rows = ['Monday', 'a', 'b', 'Tuesday', 'c']
const tops = topsOf(rows, (row) => row.length > 1, { heading: 40, row: 48 })

test('a heading has a height of its own', () => {
  expect([...tops]).toEqual([0, 40, 88, 136, 176, 224])
})

test('finds the row at a distance, and the last one below the list', () => {
  expect([-5, 0, 39, 40, 135, 136, 223, 9_000].map((distance) => rows[rowAt(tops, distance)])).toEqual([
    ...['Monday', 'Monday', 'Monday', 'a', 'b', 'Tuesday', 'c', 'c'],
  ])
})
