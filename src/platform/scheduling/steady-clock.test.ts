import { expect, test } from 'vitest'
import { systemClock } from '../time/instant.ts'
import { steadyClock } from './steady-clock.ts'

test('the clock of a batch gives whole microseconds, close to the wall clock', async () => {
  const clock = (await steadyClock(systemClock).next())!
  for (let reading = 0; reading < 1_000; reading++) {
    expect(Number.isSafeInteger(clock.now())).toBe(true)
    expect(Number.isSafeInteger(clock.monotonic())).toBe(true)
  }
  expect(Math.abs(clock.now() - systemClock.now())).toBeLessThan(60_000_000)
})
