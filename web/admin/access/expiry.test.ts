import { expect, test } from 'vitest'
import { expiryOf } from './expiry.ts'

const now = new Date('2026-03-30T08:00:00Z')

test.for([
  ['never', '', undefined],
  ['P90D', '', '2026-06-28T08:00:00.000Z'],
  ['P1Y', '', '2027-03-30T08:00:00.000Z'],
  ['day', '', undefined],
  ['day', '2026-03-29', undefined],
  ['day', '2026-03-30', new Date('2026-03-31T00:00:00').toISOString()],
  ['day', '2026-12-31', new Date('2027-01-01T00:00:00').toISOString()],
] as const)('an access token with the expiry %s %s expires at %s', ([expiry, day, expected]) => {
  expect(expiryOf(expiry, day, now)?.toISOString()).toBe(expected)
})
