import { describe, expect, test } from 'vitest'
import { amountOf, durationOf, faultOfSequences, inOrder, newStep, toggled } from './steps.ts'

const step = (before: string) => ({ before, states: ['open' as const] })

describe('a step', () => {
  test.for([
    ['P7D', 7, 'D'],
    ['P2W', 2, 'W'],
    ['PT3H', 3, 'H'],
    ['PT48H', 48, 'H'],
    ['PT90M', 90, 'M'],
    ['P1DT2H', 26, 'H'],
  ] as const)('of %s is edited as %s %s', ([before, amount, unit]) => {
    expect(amountOf(step(before))).toEqual({ amount, unit })
  })

  test('is written as a duration', () => {
    expect([durationOf(7, 'D'), durationOf(3, 'H'), durationOf(30, 'M'), durationOf(1, 'W')]).toEqual([
      ...['P7D', 'PT3H', 'PT30M', 'P1W'],
    ])
  })
})

test('the faults of a sequence are those that the service would refuse', () => {
  const of = (...steps: ReturnType<typeof newStep>[]) =>
    faultOfSequences([{ category: 'medical', target: 'exam', steps }])
  expect(of(newStep())).toBeUndefined()
  for (const before of ['PT14M', 'P91D', 'P0D', 'PNaND']) expect(of(step(before))).toBe('amount')
  expect(of({ ...newStep(), states: [] })).toBe('states')
  expect(of({ ...newStep(), channels: [] })).toBe('channels')
})

test('steps are in the order in which contacts get them', () => {
  expect(inOrder(['PT3H', 'P7D', 'P2D'].map(step)).map(({ before }) => before)).toEqual(['P7D', 'P2D', 'PT3H'])
})

test('a toggled value keeps the order of all values', () => {
  expect(toggled(['a', 'b', 'c'], ['c'], 'a')).toEqual(['a', 'c'])
  expect(toggled(['a', 'b', 'c'], ['a', 'c'], 'a')).toEqual(['c'])
})
