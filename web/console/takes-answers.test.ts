import { describe, expect, test } from 'vitest'
import { answerNames } from '../../client/states.ts'
import { takesAnswer, takesAnswers, takesWithdrawal } from './takes-answers.ts'

const visit = {
  category: 'medical',
  target: 'appointment',
  state: 'open' as const,
  starts_at: '2026-03-30T09:00:00Z',
  ends_at: '2026-03-30T09:30:00Z',
}
const at = (time: string) => Date.parse(`2026-03-30T${time}Z`)

describe('an answer by telephone', () => {
  test('is accepted until the visit starts; for a campaign, until it ends', () => {
    const campaign = { ...visit, target: 'vaccination' }
    expect([takesAnswers(visit, at('08:59:59')), takesAnswers(visit, at('09:00:00'))]).toEqual([true, false])
    expect([takesAnswers(campaign, at('09:29:59')), takesAnswers(campaign, at('09:30:00'))]).toEqual([true, false])
  })

  test('must be offered by the plugin and change the state', () => {
    const taken = (over: object) => answerNames.filter((one) => takesAnswer(one, { ...visit, ...over }, at('08:00:00')))
    expect(taken({})).toEqual(['confirm', 'reschedule', 'cancel'])
    expect(taken({ target: 'vaccination' })).toEqual(['confirm', 'cancel'])
    expect(taken({ target: 'unknown' })).toEqual([])
    expect(taken({ state: 'confirmed' })).toEqual(['reschedule', 'cancel'])
    expect(taken({ state: 'rescheduling' })).toEqual(['confirm', 'reschedule', 'cancel'])
    for (const state of ['arrived', 'withdrawn', 'superseded', 'imported']) expect(taken({ state }), state).toEqual([])
    expect(taken({ starts_at: undefined })).toEqual([])
  })

  test('to a missed visit can only be a wish for another time, for 14 days', () => {
    const missed = { ...visit, state: 'no-show' as const }
    const days = (count: number) => at('09:29:59') + count * 86_400_000
    expect(answerNames.filter((one) => takesAnswer(one, missed, days(14)))).toEqual(['reschedule'])
    expect(takesAnswers(missed, days(15))).toBe(false)
  })
})

test('a visit can be withdrawn until it ends', () => {
  expect([takesWithdrawal(visit, at('09:29:59')), takesWithdrawal(visit, at('09:30:00'))]).toEqual([true, false])
})
