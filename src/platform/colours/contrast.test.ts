import { expect, test } from 'vitest'
import { contrastOf, readableOn } from './contrast.ts'

test.for([
  ['#ffffff', '#000000', 21],
  ['#767676', '#ffffff', 4.54],
  ['#ffcc00', '#ffffff', 1.51],
] as const)('%s on %s has the contrast that WCAG gives', ([one, other, contrast]) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2)
  expect(contrastOf(other, one)).toBeCloseTo(contrast, 2)
})

test('a colour without enough contrast gets the nearest one that has it', () => {
  expect(readableOn('#ffffff', '#4338ca', '#000000')).toBe('#4338ca')
  const darker = readableOn('#ffffff', '#ffcc00', '#000000')
  expect(darker).toBe('#8f7200')
  expect(contrastOf(darker, '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrastOf(readableOn('#17191f', '#000080', '#ffffff'), '#17191f')).toBeGreaterThanOrEqual(4.5)
})
