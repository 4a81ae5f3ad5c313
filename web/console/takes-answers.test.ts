import { expect, test } from 'vitest'
import { takesAnswers } from './takes-answers.ts'

const starts_at = '2026-03-30T09:00:00Z'
const at = (time: string) => Date.parse(`2026-03-30T${time}Z`)

test('a visit takes answers until it ends, or begins if its end is unknown', () => {
  expect(takesAnswers({ state: 'open', starts_at }, at('08:59:59'))).toBe(true)
  expect(takesAnswers({ state: 'open', starts_at }, at('09:00:00'))).toBe(false)
  expect(takesAnswers({ state: 'open', starts_at, ends_at: '2026-03-30T09:30:00Z' }, at('09:29:59'))).toBe(true)
})

test('a visit takes no answers without a start, after the arrival, or after its end by the clinic', () => {
  expect(takesAnswers({ state: 'confirmed' }, at('08:00:00'))).toBe(false)
  for (const state of ['arrived', 'withdrawn', 'superseded', 'imported'] as const)
    expect(takesAnswers({ state, starts_at }, at('08:00:00')), state).toBe(false)
})
