import { expect, test } from 'vitest'
import { ProblemError } from '../../../client/client.ts'
import { clinicTime } from '../../shared/time/clinic-time.ts'
import { anotherDay, shownVerdict } from '../day/another-day.ts'
import { remediesOf } from './remedies.ts'
import { canUndo, outcomes, type Verdict, verdictOf } from './verdict.ts'

const problem = (status: number, body: Record<string, unknown>, headers = {}) =>
  new ProblemError(new Response(null, { status, headers }), body)

test('each problem becomes a verdict, with the time that the problem states', () => {
  expect(verdictOf(problem(409, { code: 'too-late', window_closed_at: 'then' }))).toEqual({
    outcome: 'too-late',
    at: 'then',
    needsReason: true,
  })
  expect(verdictOf(problem(409, { code: 'already-arrived', arrived_at: 'then' }))).toEqual({
    outcome: 'already-arrived',
    at: 'then',
  })
  expect(verdictOf(problem(410, { code: 'checkin-revoked', reason: 'superseded' })).outcome).toBe('moved')
  expect(verdictOf(problem(500, { code: 'internal' })).outcome).toBe('failed')
})

test('a temporary problem is tried again, as late as the service asks', () => {
  expect(verdictOf(problem(503, { code: 'overloaded' }, { 'retry-after': '7' }))).toEqual({
    outcome: 'busy',
    retryAfterSeconds: 7,
  })
  expect(verdictOf(problem(429, { code: 'rate-limited' }))).toEqual({ outcome: 'busy', retryAfterSeconds: 2 })
  for (const lost of [problem(502, {}), new TypeError(), new DOMException('', 'TimeoutError')])
    expect(verdictOf(lost)).toEqual({ outcome: 'no-connection', retryAfterSeconds: 2 })
})

test('a refused token and an abort are thrown, not turned into verdicts', () => {
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

test('a visit of another day is named by its day, unless it was cancelled or has ended', () => {
  const time = clinicTime('Europe/Lisbon', 'en-GB')
  const record = { params: { when: '2026-03-31T09:00:00Z' } } as never
  const now = new Date('2026-03-30T09:00:00Z')
  expect(anotherDay({ outcome: 'too-early', record }, time, now)).toBe('Tomorrow, 31 March')
  expect(anotherDay({ outcome: 'too-early', record }, time, new Date('2026-03-31T07:00:00Z'))).toBeUndefined()
  expect(anotherDay({ outcome: 'cancelled', record }, time, now)).toBeUndefined()
})

test('a moved visit opens only if the desk can see it', () => {
  expect(remediesOf({ outcome: 'moved' }, false)).toEqual(['find'])
  expect(remediesOf({ outcome: 'moved', successor: {} as never }, false)).toEqual(['open', 'find'])
  expect(remediesOf({ outcome: 'expected' }, false)).toEqual([])
})

test('an unsent arrival offers a sign-in while the service waits for a person', () => {
  expect(remediesOf({ outcome: 'unsent' }, true)).toEqual(['person', 'discard'])
  expect(remediesOf({ outcome: 'unsent' }, false)).toEqual(['discard'])
})

test('a visit of tomorrow whose arrival can be marked already is shown with its day, and not as expected', () => {
  const time = clinicTime('Europe/Lisbon', 'en-GB')
  const now = new Date('2026-03-30T22:00:00Z')
  const record = { id: 'n-1', category: 'medical', target: 'appointment', contact: { external_id: 'P-1', name: 'Ana' } }
  const verdict = (when: string, outcome: Verdict['outcome'] = 'expected'): Verdict => ({
    outcome,
    record: { ...record, params: { when } } as Verdict['record'],
  })
  const tomorrow = shownVerdict(verdict('2026-03-31T08:30:00Z'), time, now)
  expect([tomorrow.outcome, outcomes[tomorrow.outcome]]).toEqual(['another-day', 'wait'])
  expect(anotherDay(tomorrow, time, now)).toBe('Tomorrow, 31 March')
  expect(shownVerdict(verdict('2026-03-31T08:30:00Z', 'listed'), time, now).outcome).toBe('another-day')
  expect(shownVerdict(verdict('2026-03-30T22:30:00Z'), time, now).outcome).toBe('expected')
  expect(shownVerdict(verdict('2026-03-31T08:30:00Z', 'arrived'), time, now).outcome).toBe('arrived')
})
