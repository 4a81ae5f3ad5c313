import { expect, test } from 'vitest'
import { ProblemError } from '../../client/client.ts'
import { remediesOf } from './remedies.ts'
import { canUndo, verdictOf } from './verdict.ts'

const problem = (status: number, body: Record<string, unknown>, headers = {}) =>
  new ProblemError(new Response(null, { status, headers }), body)

test('a problem is a verdict with its time', () => {
  expect(verdictOf(problem(409, { code: 'too-late', window_closed_at: 'then' }))).toEqual({
    ...{ outcome: 'too-late', at: 'then', needsReason: true },
  })
  expect(verdictOf(problem(409, { code: 'already-arrived', arrived_at: 'then' }))).toEqual({
    ...{ outcome: 'already-arrived', at: 'then' },
  })
  expect(verdictOf(problem(410, { code: 'checkin-revoked', reason: 'superseded' })).outcome).toBe('moved')
  expect(verdictOf(problem(500, { code: 'internal' })).outcome).toBe('failed')
})

test('a temporary problem is tried again, as late as the service asks', () => {
  expect(verdictOf(problem(503, { code: 'overloaded' }, { 'retry-after': '7' }))).toEqual({ outcome: 'busy', again: 7 })
  expect(verdictOf(problem(429, { code: 'rate-limited' }))).toEqual({ outcome: 'busy', again: 2 })
  for (const lost of [problem(502, {}), new TypeError(), new DOMException('', 'TimeoutError')])
    expect(verdictOf(lost)).toEqual({ outcome: 'no-connection', again: 2 })
})

test('a refused token and an abort are no verdicts', () => {
  const refused = problem(401, { code: 'invalid-token' })
  expect(() => verdictOf(refused)).toThrow(refused)
  expect(() => verdictOf(new DOMException('', 'AbortError'))).toThrow()
})

test('an arrival can be reversed for ten minutes', () => {
  const at = '2026-03-30T09:00:00Z'
  const after = (minutes: number) => Date.parse(at) + minutes * 60_000
  expect(canUndo({ outcome: 'arrived', at }, after(9))).toBe(true)
  expect(canUndo({ outcome: 'already-arrived', at }, after(10))).toBe(false)
  expect(canUndo({ outcome: 'expected', at }, after(0))).toBe(false)
})

test('a moved visit opens only if the desk can see it', () => {
  expect(remediesOf({ outcome: 'moved' })).toEqual(['find'])
  expect(remediesOf({ outcome: 'moved', successor: {} as never })).toEqual(['open', 'find'])
  expect(remediesOf({ outcome: 'expected' })).toEqual([])
})
