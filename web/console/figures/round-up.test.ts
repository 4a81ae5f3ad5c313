import { expect, test } from 'vitest'
import { roundUp } from './round-up.ts'

test('the top of a chart is round, and so is its half', () => {
  expect([0, 1, 3, 7, 11, 19, 150, 151, 801].map(roundUp)).toEqual([2, 2, 4, 8, 20, 20, 150, 200, 1000])
})
