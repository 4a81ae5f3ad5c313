import { expect, test } from 'vitest'
import type { DeskVisit } from '../day/desk-visit.ts'
import { judge, judgeOnDevice } from './judge.ts'

const clinic = {
  id: 'c',
  name: 'Clinic',
  time_zone: 'Europe/Lisbon',
  language: 'pt',
  arrive_early: 30,
  arrive_late: 10,
}
const visit = (over: Partial<DeskVisit> = {}): DeskVisit => ({
  id: 'n-1',
  external_id: 'A-1',
  category: 'medical',
  target: 'appointment',
  state: 'confirmed',
  params: {},
  contact: { external_id: 'P-1', name: 'Eva Lopes' },
  starts_at: '2026-03-30T09:00:00.000000+00:00',
  ...over,
})
const outcomeAt = (time: string, over: Partial<DeskVisit> = {}, entity: typeof clinic = clinic) =>
  judgeOnDevice(visit(over), entity, Date.parse(`2026-03-30T${time}Z`)).outcome

test('only a contact who still wants the visit is expected, in its window', () => {
  expect(judge({ state: 'possible', notification_state: 'confirmed' })).toEqual({ outcome: 'expected' })
  expect(judge({ state: 'possible', notification_state: 'cancelled' }).outcome).toBe('cancelled-by-contact')
  expect(judge({ state: 'too-early', notification_state: 'rescheduling' })).toEqual({
    outcome: 'another-time',
    needsReason: true,
  })
  expect(judge({ state: 'arrived', notification_state: 'arrived', arrived_at: 'then' })).toEqual({
    outcome: 'already-arrived',
    at: 'then',
  })
})

test('a device applies the half-open window of its clinic', () => {
  expect(['08:29:59', '08:30:00', '09:09:59', '09:10:00'].map((time) => outcomeAt(time))).toEqual([
    ...['too-early', 'listed', 'listed', 'too-late'],
  ])
})

test('a device gives the times of the window', () => {
  const verdict = judgeOnDevice(visit(), clinic, Date.parse('2026-03-30T08:00:00Z'))
  expect(verdict).toMatchObject({ outcome: 'too-early', at: '2026-03-30T08:30:00.000Z', needsReason: true })
})

test('a session of an earlier version, without a window, has the default one', () => {
  const { arrive_early, arrive_late, ...earlier } = clinic
  const at = (time: string) => judgeOnDevice(visit(), earlier, Date.parse(`2026-03-30T${time}Z`)).outcome
  expect(['06:59:59', '07:00:00', '10:00:00'].map(at)).toEqual(['too-early', 'listed', 'too-late'])
})

test('a campaign lasts until its end', () => {
  expect(outcomeAt('16:00:00', { params: { end: '2026-04-03T17:00:00Z' } })).toBe('listed')
})

test('a device knows who arrived, cancelled, or was moved', () => {
  expect(outcomeAt('09:00:00', { state: 'arrived', arrived_at: '2026-03-30T08:50:00Z' })).toBe('already-arrived')
  expect(outcomeAt('09:00:00', { state: 'cancelled' })).toBe('cancelled-by-contact')
  expect(outcomeAt('09:00:00', { state: 'withdrawn' })).toBe('cancelled')
  expect(outcomeAt('09:00:00', { state: 'superseded' })).toBe('moved')
})
