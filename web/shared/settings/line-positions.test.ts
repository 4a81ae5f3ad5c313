import { expect, test } from 'vitest'
import { placeOnLine } from './line-positions.ts'

test('longer times are further from the visit', () => {
  const places = placeOnLine(['P7D', 'P2D', 'PT3H']).map(({ at }) => at)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeCloseTo(0.08)
  expect(places.at(-1)).toBeLessThan(0.92)
})

test('the longest time begins the line', () => {
  const [long, week] = placeOnLine(['P30D', 'P7D'])
  expect(long!.at).toBeCloseTo(0.08)
  expect(week!.at).toBeGreaterThan(0.08)
})

test('labels of close steps are in different rows', () => {
  expect(placeOnLine(['P7D', 'P6D', 'PT3H']).map(({ row }) => row)).toEqual([0, 1, 0])
  expect(placeOnLine(['P2D', 'P2D', 'P2D']).map(({ row }) => row)).toEqual([0, 1, 2])
})
