import { expect, test } from 'vitest'
import { minutesOf, writtenDuration } from './duration.ts'

test.for([
  ['P7D', 'en', '7 days', 10_080],
  ['PT3H', 'en', '3 hours', 180],
  ['P1D', 'en', '1 day', 1_440],
  ['P2W', 'de', '2 Wochen', 20_160],
  ['P1DT2H30M', 'en', '1 day, 2 hours, 30 minutes', 1_590],
] as const)('%s is written in %s as %s', ([duration, locale, written, minutes]) => {
  expect(writtenDuration(duration, locale)).toBe(written)
  expect(minutesOf(duration)).toBe(minutes)
})

test('a duration on a line is short', () => {
  expect(writtenDuration('PT3H', 'en', 'narrow')).toBe('3h')
})
