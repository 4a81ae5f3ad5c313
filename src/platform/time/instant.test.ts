import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatInstant, parseInstant } from './instant.ts'

test('an instant is written with six digits and +00:00', () => {
  expect(formatInstant(0)).toBe('1970-01-01T00:00:00.000000+00:00')
  expect(formatInstant(parseInstant('2026-03-29T00:59:59.9999999Z')!)).toBe('2026-03-29T00:59:59.999999+00:00')
})

test('digits past the sixth are cut, before 1970 too', () => {
  expect(parseInstant('1969-12-31T23:59:59.9999999Z')).toBe(-1)
  expect(parseInstant('1970-01-01T00:00:00.0000019+00:00')).toBe(1)
})

test('an instant that is written is read back, in every year that fits', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (instant) => {
      expect(parseInstant(formatInstant(instant))).toBe(instant)
      const temporal = Temporal.Instant.fromEpochNanoseconds(BigInt(instant) * 1000n)
      expect(formatInstant(instant)).toBe(temporal.toString({ timeZone: 'UTC', fractionalSecondDigits: 6 }))
    }),
  )
})

test('only RFC 3339 is an instant', () => {
  for (const text of [
    '2026-03-29',
    '2026-03-29T10:00Z',
    '20260329T100000Z',
    '2026-03-29T10:00:00[Europe/Lisbon]',
    '2026-03-29T10:00:00+0100',
    '2026-03-29T24:00:00Z',
    '+002026-03-29T10:00:00Z',
    '1600-01-01T00:00:00Z',
  ]) {
    expect(parseInstant(text)).toBeUndefined()
  }
})
