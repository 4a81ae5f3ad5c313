import { describe, expect, test } from 'vitest'
import type { ActionRecord, NotificationStatus } from '../../client/client.ts'
import { withActions } from './arrivals-of-day.ts'
import { type DeskVisit, deskVisit, find, inOrder, listed, rowsNear, sharedNames, stateOf } from './today.ts'

const visit = (
  id: string,
  name: string,
  over: Partial<DeskVisit> & { born?: string; key?: string } = {},
): DeskVisit => {
  const { born, key = `P-${id}`, ...others } = over
  return {
    ...{ id, external_id: `A-${id}`, category: 'medical', target: 'appointment', state: 'open', params: {} },
    ...{ contact: { external_id: key, name, ...(born && { birth_date: born }) }, starts_at: '2026-03-30T09:00:00Z' },
    ...others,
  }
}
const idsOf = (visits: { visit: DeskVisit }[]) => visits.map(({ visit }) => visit.id)

describe('a search', () => {
  const found = (typed: string, visits: DeskVisit[], isMonthFirst = false) =>
    idsOf(find(visits.map(listed), typed, isMonthFirst)).join()

  test('finds the beginnings of words without accents, in names and keys', () => {
    const visits = [visit('a', 'João Ávila', { key: 'P-JOÃO' }), visit('b', "Łucja O'Neill")]
    for (const typed of ['joa', 'AVILA', 'avi jo', 'P-JOÃO', 'A-a']) expect(found(typed, visits), typed).toBe('a')
    for (const typed of ['lucja', 'neill', 'O’N']) expect(found(typed, visits), typed).toBe('b')
    expect(found('vila', visits)).toBe('')
  })

  test('finds a birth date in the forms that people type', () => {
    const visits = [visit('a', 'Eva Lopes', { born: '1980-02-29' }), visit('b', 'Eva Costa', { born: '1980-02-28' })]
    for (const typed of ['29/02/1980', '29.2.1980', '1980-02-29', '29021980', '29 2 80', 'eva 29/2'])
      expect(found(typed, visits), typed).toBe('a')
  })

  test('reads a birth date in the order of the locale', () => {
    const visits = [visit('a', 'Eva', { born: '1980-03-04' }), visit('b', 'Rui', { born: '1980-04-03' })]
    expect([found('03/04/1980', visits, true), found('03/04/1980', visits, false)]).toEqual(['a', 'b'])
  })
})

test('lists visits by start, and leaves out moved visits', () => {
  const late = visit('a', 'Eva', { starts_at: '2026-03-30T10:00:00Z' })
  const moved = visit('d', 'Ana', { state: 'superseded' })
  expect(idsOf(inOrder([late, moved, visit('c', 'Rui'), visit('b', 'Zoe')].map(listed)))).toEqual(['b', 'c', 'a'])
})

test('a name is shared only if different contacts have it', () => {
  const [namesake, twice] = [visit('b', 'Joao Silva'), visit('d', 'Rui', { key: 'P-c' })]
  expect([...sharedNames([visit('a', 'João Silva'), namesake, visit('c', 'Rui'), twice].map(listed))]).toEqual([
    ...[listed(namesake).name],
  ])
})

test('a visit shows as arrived, overdue, cancelled or rescheduling before its plain state', () => {
  const at = (minutes: number, over: Partial<DeskVisit> = {}) =>
    stateOf(visit('a', 'Eva', over), Date.parse('2026-03-30T09:00:00Z') + minutes * 60_000)
  expect([at(9), at(10), at(9, { state: 'confirmed' }), at(10, { state: 'confirmed' })]).toEqual([
    ...['expected', 'overdue', 'confirmed', 'overdue'],
  ])
  expect([at(0, { state: 'withdrawn' }), at(10, { state: 'cancelled' }), at(10, { state: 'rescheduling' })]).toEqual([
    ...['cancelled', 'cancelled', 'rescheduling'],
  ])
  expect(at(60, { state: 'cancelled', arrived_at: '2026-03-30T09:00:00Z' })).toBe('arrived')
})

test('a device keeps no address of a contact', () => {
  const listedVisit = { ...visit('a', 'Eva'), deliveries: [{ uid: '+351912345678' }] } as unknown as NotificationStatus
  expect(deskVisit(listedVisit)).toEqual(visit('a', 'Eva'))
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
    listed(visit(`${index}`, 'Eva', { starts_at: new Date(start + index * 60_000).toISOString() })),
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
