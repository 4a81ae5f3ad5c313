import { expect, test } from 'vitest'
import { wordsOf } from '../../../client/catalogues.ts'
import { detailsOf, nameOfNotices, shortDetailOf, startOf } from './visit.ts'

const plugins = wordsOf('plugins', 'en')
const params = { year: '2026', when: '2026-03-30T08:30:00Z', doctor: 'Ana Reis', room: '4' }
const visit = { category: 'medical', target: 'appointment', params }
const unknown = { ...visit, target: 'surgery' }

test('the details of a visit have the labels of its plugin', () => {
  expect(detailsOf(visit, plugins)).toEqual([{ label: 'With', value: 'Ana Reis' }])
  expect(shortDetailOf(visit, plugins)).toBe('Ana Reis')
  expect(shortDetailOf({ ...visit, params: {} }, plugins)).toBe('Appointment')
  expect(nameOfNotices(visit, plugins)).toBe('Appointment notices')
})

test('the details of an unknown plugin have their keys as labels, without the time', () => {
  expect(detailsOf(unknown, plugins).map(({ label }) => label)).toEqual(['doctor', 'room'])
  const named = { ...unknown, params: {} }
  expect([shortDetailOf(named, plugins), nameOfNotices(named, plugins)]).toEqual(['Visit', 'Notices'])
})

test('a visit begins at a valid instant', () => {
  expect(startOf(visit)).toBe(params.when)
  expect(startOf({ params: { event_date: params.when } })).toBe(params.when)
  expect(startOf({ params: { when: 'soon' } })).toBeUndefined()
})
