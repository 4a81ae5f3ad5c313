import { describe, expect, test } from 'vitest'
import type { NotificationStatus } from '../../client/client.ts'
import type { Scope } from '../shared/access/session.ts'
import { clinicTime } from '../shared/time/clinic-time.ts'
import {
  answerBefore,
  isOffered,
  messageOfWithdrawal,
  type StaffAction,
  staffActions,
  stateInWords,
} from './staff-actions.ts'

const time = clinicTime('Europe/Lisbon', 'en')
const all: Scope[] = ['actions:write', 'checkin:write', 'notifications:write']
const visit = (state: NotificationStatus['state']) =>
  ({
    category: 'medical',
    target: 'appointment',
    state,
    starts_at: '2026-03-31T09:30:00+01:00',
    ends_at: '2026-03-31T10:00:00+01:00',
  }) as NotificationStatus

const offered = (state: NotificationStatus['state'], now: string, scopes = all) =>
  (Object.keys(staffActions) as StaffAction[]).filter((action) =>
    isOffered(action, visit(state), { scopes }, time, new Date(now)),
  )

describe('the actions of staff', () => {
  test('before the day of the visit are the answers and the withdrawal that its state allows', () => {
    const before = '2026-03-30T09:00:00+01:00'
    expect(offered('open', before)).toEqual(['confirm', 'reschedule', 'cancel', 'withdraw'])
    expect(offered('confirmed', before)).toEqual(['reschedule', 'cancel', 'withdraw'])
    expect(offered('rescheduling', before)).toEqual(['confirm', 'reschedule', 'cancel', 'withdraw'])
    expect(offered('cancelled', before)).toEqual(['confirm', 'reschedule', 'withdraw'])
    expect(offered('superseded', before)).toEqual([])
    expect(offered('withdrawn', before)).toEqual([])
  })

  test('on the day of the visit have the arrival, and afterwards nothing else', () => {
    expect(offered('confirmed', '2026-03-31T00:00:00+01:00')).toContain('arrive')
    expect(offered('arrived', '2026-03-31T09:31:00+01:00')).toEqual(['annul'])
    expect(offered('no-show', '2026-04-02T09:00:00+01:00')).toEqual(['reschedule', 'arrive'])
    expect(offered('open', '2026-04-02T09:00:00+01:00')).toEqual(['arrive'])
  })

  test('are those that the credential allows', () => {
    const morning = '2026-03-31T08:00:00+01:00'
    expect(offered('open', morning, ['actions:write'])).toEqual(['confirm', 'reschedule', 'cancel'])
    expect(offered('open', morning, ['checkin:write'])).toEqual(['arrive'])
    expect(offered('open', morning, ['notifications:read'])).toEqual([])
  })

  test('are taken back by the answer before, if there was one', () => {
    expect(answerBefore({ state: 'rescheduling', wish: 'Mondays' })).toEqual({ action: 'reschedule', wish: 'Mondays' })
    expect(answerBefore({ state: 'confirmed' })).toEqual({ action: 'confirm' })
    expect(answerBefore({ state: 'open' })).toBeUndefined()
  })
})

test('a withdrawal tells nothing to a contact who has cancelled, and counts as cancelled by the contact', () => {
  const deliveries = [{ kind: 'notice', state: 'sent' }] as NotificationStatus['deliveries']
  const texts = (['open', 'cancelled'] as const).map((state) => messageOfWithdrawal({ state, deliveries }))
  expect(texts).toEqual(['withMessage', 'knowsAlready'])
  expect(messageOfWithdrawal({ state: 'open', deliveries: [] })).toBe('withoutMessage')
  const words = (['cancelled', 'open'] as const).map((ended_from) => stateInWords({ state: 'withdrawn', ended_from }))
  expect(words).toEqual(['cancelled', 'withdrawn'])
  expect(stateInWords({ state: 'superseded', ended_from: 'cancelled' })).toBe('superseded')
})
