import { expect, test } from 'vitest'
import { seconds } from '../time/instant.ts'
import { rateLimiter } from './rate-limiter.ts'

function limiter() {
  let time = 0
  const pass = (micros: number) => {
    time += micros
  }
  return { pass, ...rateLimiter({ now: () => 0, monotonic: () => time }) }
}

test('a window begins with the first event of its key, and refused events count', () => {
  const { pass, count, take, windowOf } = limiter()
  pass(seconds(5))
  take('a', 2, seconds(60))
  pass(seconds(20.5))
  take('a', 2, seconds(60))
  expect(() => take('a', 2, seconds(60))).toThrow(
    expect.objectContaining({ code: 'rate-limited', headers: { 'Retry-After': '40' } }),
  )
  expect(count('a', seconds(60))).toEqual({ count: 4, leftMicros: seconds(39.5) })
  expect(windowOf('b')).toEqual({ count: 0, leftMicros: 0 })
  pass(seconds(39.5))
  expect(windowOf('a')).toEqual({ count: 0, leftMicros: 0 })
  expect(count('a', seconds(60)).count).toBe(1)
})

test('50,000 other keys displace a key, so that the memory is bounded', () => {
  const { count } = limiter()
  for (const expected of [1, 2]) expect(count('a', seconds(60)).count).toBe(expected)
  for (let i = 0; i < 49_999; i++) count(String(i), seconds(60))
  expect(count('a', seconds(60)).count).toBe(3)
  for (let i = 0; i < 50_000; i++) count(String(i), seconds(60))
  expect(count('a', seconds(60)).count).toBe(1)
})
