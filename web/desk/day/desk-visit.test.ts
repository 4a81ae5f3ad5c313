import { expect, test } from 'vitest'
import type { ActionRecord, NotificationStatus } from '../../../client/client.ts'
import { wordsOf } from '../../../src/platform/languages/words.ts'
import { withActions } from './arrivals-of-day.ts'
import { type DeskVisit, deskVisit, keptVisit, listedDeskVisit, rowsNear, sharedNames } from './desk-visit.ts'

const visit = (
  id: string,
  name: string,
  over: Partial<DeskVisit> & { born?: string; key?: string } = {},
): DeskVisit => {
  const { born, key = `P-${id}`, ...others } = over
  return {
    id,
    external_id: `A-${id}`,
    category: 'medical',
    target: 'appointment',
    state: 'open',
    params: {},
    contact: { external_id: key, name, ...(born && { birth_date: born }) },
    starts_at: '2026-03-30T09:00:00Z',
    ...others,
  }
}

test('a name is shared only if different contacts have it', () => {
  const [namesake, twice] = [visit('b', 'Joao Silva'), visit('d', 'Rui', { key: 'P-c' })]
  expect([...sharedNames([visit('a', 'João Silva'), namesake, visit('c', 'Rui'), twice].map(listedDeskVisit))]).toEqual(
    [listedDeskVisit(namesake).name],
  )
})

test('a device keeps no address of a contact', () => {
  const listedVisit = { ...visit('a', 'Eva'), deliveries: [{ uid: '+351912345678' }] } as unknown as NotificationStatus
  expect(deskVisit(listedVisit)).toEqual(visit('a', 'Eva'))
})

test('a device stores only what the desk shows, finds and judges', () => {
  const whole = {
    ...visit('a', 'Eva', { born: '1980-02-29', checkin_code_sha256: 'f00', supersedes: 'b' }),
    contact: {
      external_id: 'P-a',
      name: 'Eva',
      birth_date: '1980-02-29',
      citizen_id: '12345678',
      gender: 'F',
      language: 'pt_PT',
      country: 'PT',
    },
    params: {
      when: '2026-03-30T09:00:00Z',
      end: '2026-03-30T09:20:00Z',
      year: '2026',
      minute: '00',
      doctor: 'Ana Reis',
      doctor_external_id: 'D-31',
      doctor_gender: 'F',
      doctor_expertise: 'Cardiology',
    },
  }
  expect(keptVisit(whole, wordsOf('plugins', 'en'))).toEqual({
    ...whole,
    contact: { external_id: 'P-a', name: 'Eva', birth_date: '1980-02-29' },
    params: {
      when: '2026-03-30T09:00:00Z',
      end: '2026-03-30T09:20:00Z',
      doctor: 'Ana Reis',
      doctor_expertise: 'Cardiology',
    },
  })
  const unknown = { ...whole, category: 'dental', target: 'visit' }
  const { params } = keptVisit(unknown, wordsOf('plugins', 'en'))
  expect(Object.keys(params)).toEqual(['when', 'end', ...Object.keys(params).filter((key) => key.startsWith('doctor'))])
})

test('lists the latest arrival first, and leaves out reversed arrivals', () => {
  const action = (id: string, name: string) => ({ notification_id: id, action: name }) as ActionRecord
  const first = withActions([], [action('a', 'arrive'), action('b', 'arrive')])
  expect(first.map(({ notification_id }) => notification_id)).toEqual(['b', 'a'])
  const next = withActions(first, [action('b', 'annul'), action('c', 'arrive'), action('a', 'arrive')])
  expect(next.map(({ notification_id }) => notification_id)).toEqual(['a', 'c'])
})

test('a list begins with the visits of half an hour ago, and ends with at least eight', () => {
  const start = Date.parse('2026-03-30T08:00:00Z')
  const visits = Array.from({ length: 100 }, (_, index) =>
    listedDeskVisit(visit(`${index}`, 'Eva', { starts_at: new Date(start + index * 60_000).toISOString() })),
  )
  const rows = (minutes: number, earlier = 0, later = 1) => rowsNear(visits, start + minutes * 60_000, earlier, later)
  expect([rows(0), rows(70), rows(125), rows(600)]).toEqual([
    [0, 25],
    [40, 65],
    [92, 117],
    [92, 117],
  ])
  expect([rows(70, 1), rows(70, 2), rows(70, 0, 2)]).toEqual([
    [15, 65],
    [0, 75],
    [40, 90],
  ])
})
