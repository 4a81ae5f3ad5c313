import { describe, expect, test } from 'vitest'
import { find, forService } from './find.ts'
import { inOrder, type ListVisit, listedVisit, stateOf } from './listed-visit.ts'

const visit = (
  id: string,
  name: string,
  over: Partial<ListVisit> & { born?: string; key?: string } = {},
): ListVisit => {
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
const idsOf = (visits: { visit: ListVisit }[]) => visits.map(({ visit }) => visit.id)

describe('a search', () => {
  const found = (typed: string, visits: ListVisit[], locale = 'en') =>
    idsOf(
      find(
        visits.map((one) => listedVisit(one, [])),
        typed,
        locale,
      ),
    ).join()

  test('finds the beginnings of words without accents, in names and keys', () => {
    const visits = [visit('a', 'João Ávila', { key: 'P-JOÃO' }), visit('b', "Łucja O'Neill")]
    for (const typed of ['joa', 'AVILA', 'avi jo', 'P-JOÃO', 'A-a']) expect(found(typed, visits), typed).toBe('a')
    for (const typed of ['lucja', 'neill', 'O’N']) expect(found(typed, visits), typed).toBe('b')
    expect(found('vila', visits)).toBe('')
  })

  test('finds a birth date in the forms that people type', () => {
    const visits = [visit('a', 'Eva Lopes', { born: '1980-02-29' }), visit('b', 'Eva Costa', { born: '1980-02-28' })]
    for (const typed of ['29/02/1980', '29.2.1980', '1980-02-29', '29021980', '29 2 80', 'eva 29/2', '29 Feb 80 eva'])
      expect(found(typed, visits), typed).toBe('a')
  })

  test('reads a birth date in the order of the locale', () => {
    const visits = [visit('a', 'Eva', { born: '1980-03-04' }), visit('b', 'Rui', { born: '1980-04-03' })]
    expect([found('03/04/1980', visits, 'en-US'), found('03/04/1980', visits)]).toEqual(['a', 'b'])
  })

  test('finds a telephone by its digits, if the list has the addresses', () => {
    const addresses = [{ uid: '+351912345678' }, { uid: 'eva@example.org' }]
    const visits = [
      listedVisit(visit('a', 'Eva Lopes'), addresses),
      listedVisit(visit('b', 'Rui', { key: '912345678' }), []),
    ]
    const foundIds = (typed: string) => idsOf(find(visits, typed, 'en')).join()
    for (const typed of ['912 345 678', '00351 912345678', '345678', 'eva 3456'])
      expect(foundIds(typed), typed).toBe('a')
    expect([foundIds('912345678'), foundIds('9123456789'), foundIds('rui 345678')]).toEqual(['a,b', '', ''])
  })
})

test('the service gets birth dates as YYYY-MM-DD, and other words as typed', () => {
  expect(
    ['29.2.1980 lopes', '02/29/1980', '29 2 1980', '29/2', '912 345 678', 'Eva 22 Jun 05'].map((one) =>
      forService(one, 'en', '2026-03-30'),
    ),
  ).toEqual(['1980-02-29 lopes', '1980-02-29', '1980-02-29', '29/2', '912 345 678', 'Eva 2005-06-22'])
  expect(forService('03/04/1980', 'en-US', '2026-03-30')).toBe('1980-03-04')
})

test('lists visits by start, and leaves out moved visits', () => {
  const late = visit('a', 'Eva', { starts_at: '2026-03-30T10:00:00Z' })
  const moved = visit('d', 'Ana', { state: 'superseded' })
  expect(
    idsOf(inOrder([late, moved, visit('c', 'Rui'), visit('b', 'Zoe')].map((one) => listedVisit(one, [])))),
  ).toEqual(['b', 'c', 'a'])
})

test('a visit shows as arrived, overdue, cancelled or rescheduling before its plain state', () => {
  const at = (minutes: number, over: Partial<ListVisit> = {}) =>
    stateOf(visit('a', 'Eva', over), Date.parse('2026-03-30T09:00:00Z') + minutes * 60_000)
  expect([at(9), at(10), at(9, { state: 'confirmed' }), at(10, { state: 'confirmed' })]).toEqual([
    ...['expected', 'overdue', 'confirmed', 'overdue'],
  ])
  expect([at(0, { state: 'withdrawn' }), at(10, { state: 'cancelled' }), at(10, { state: 'rescheduling' })]).toEqual([
    ...['cancelled', 'cancelled', 'rescheduling'],
  ])
  expect(at(60, { state: 'cancelled', arrived_at: '2026-03-30T09:00:00Z' })).toBe('arrived')
})
