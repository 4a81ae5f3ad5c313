import { expect, test } from 'vitest'
import { linesOf, writtenValue } from './change-lines.ts'

test('a change has the properties that differ, also in lists of objects', () => {
  const before = { hours: [{ from: '21:00', to: '08:00' }], holidays: ['2026-04-01'], kept: 1 }
  const after = { hours: [{ from: '20:00', to: '08:00' }, { from: '12:00' }], holidays: [], kept: 1 }
  expect(linesOf(before, after)).toEqual([
    { path: ['hours', '1', 'from'], before: '21:00', after: '20:00' },
    { path: ['hours', '2', 'from'], before: undefined, after: '12:00' },
    { path: ['holidays'], before: ['2026-04-01'], after: [] },
  ])
})

test('a resource that appears or disappears has all its properties', () => {
  expect(linesOf(undefined, { url: 'https://x.test', events: ['a', 'b'] })).toEqual([
    { path: ['url'], before: undefined, after: 'https://x.test' },
    { path: ['events'], before: undefined, after: ['a', 'b'] },
  ])
  expect(linesOf({}, undefined)).toEqual([{ path: [], before: {}, after: undefined }])
  expect(linesOf('x', 'x')).toEqual([])
})

test('values are written as people read them', () => {
  expect([['a', 1, true], 'a', 0.5, null, undefined, {}].map(writtenValue)).toEqual([
    ...['a, 1, true', 'a', '0.5', 'null', '', '{}'],
  ])
})
