import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

test('a cached function computes a short text once, and keeps no long one', () => {
  const computed: number[] = []
  const lengthOf = memoize(10, (text: string) => {
    computed.push(text.length)
    return text.length
  })
  for (const length of [10, 10, 16_000, 16_000]) expect(lengthOf('x'.repeat(length))).toBe(length)
  expect(computed).toEqual([10, 16_000, 16_000])
})
