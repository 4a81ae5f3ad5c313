import { expect, test } from 'vitest'
import { contentFaults } from './json-faults.ts'

const faultsIn = (text: string, limits = {}) =>
  contentFaults(JSON.parse(text), { depth: Infinity, values: Infinity, ...limits }).faults.map(
    ({ pointer, reason }) => `${pointer} ${reason}`,
  )

test('points at texts that cannot be stored', () => {
  expect(faultsIn('{"a":["","\\u0000"],"b/~":{"b\\ud800":0},"c":"\\ud83d\\ude00\\ude00"}')).toEqual([
    '/a/1 contains a NUL character or an unpaired surrogate',
    '/b~1~0 has a key with a NUL character or an unpaired surrogate',
    '/c contains a NUL character or an unpaired surrogate',
  ])
})

test('points at numbers that are too large', () => {
  expect(faultsIn('{"a":[1e308,1e309,-1e999],"b":1e-999}')).toEqual([
    '/a/1 is a number beyond 1.8e308',
    '/a/2 is a number beyond 1.8e308',
  ])
})

test('points at a key that could change a prototype', () => {
  expect(faultsIn('{"a":{"__proto__":{"isAdmin":true}}}')).toEqual(['/a/__proto__ is not allowed as a key'])
})

test('contentFaults reports a value beyond its limits, and at most 100 faults', () => {
  expect(faultsIn(`${'['.repeat(500_000)}${']'.repeat(500_000)}`, { depth: 2 })).toEqual([
    ' nests more than 2 levels deep',
  ])
  expect(faultsIn('[[1]]', { depth: 2 })).toEqual([])
  expect(faultsIn('[1,[2,3]]', { values: 4 })).toEqual([' holds more than 4 values'])
  expect(faultsIn('[1,[2,3]]', { values: 5 })).toEqual([])
  expect(faultsIn(JSON.stringify(Array(200).fill('\0')))).toHaveLength(100)
})
