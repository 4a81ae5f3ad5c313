import { expect, test } from 'vitest'
import { clinicTime } from './clinic-time.ts'

const now = new Date('2026-11-24T23:30:00Z')
const nearDay = (locale: string, instant: string) => clinicTime('Europe/Lisbon', locale).nearDay(instant, now)

test.for([
  ['en-GB', 'Tomorrow, 25 November', 'Yesterday, 23 November'],
  ['pt-PT', 'Amanhã, 25 de novembro', 'Ontem, 23 de novembro'],
  ['es', 'Mañana, 25 de noviembre', 'Ayer, 23 de noviembre'],
  ['fr', 'Demain, 25 novembre', 'Hier, 23 novembre'],
] as const)('a near day has its name: %s', ([locale, tomorrow, yesterday]) => {
  expect(nearDay(locale, '2026-11-25T00:00:00Z')).toBe(tomorrow)
  expect(nearDay(locale, '2026-11-23T23:59:00Z')).toBe(yesterday)
})

test('a day further away has its weekday', () => {
  expect(nearDay('en-GB', '2026-11-26T09:00:00Z')).toBe('Thursday 26 November')
  expect(nearDay('pt-PT', '2026-11-26T09:00:00Z')).toBe('Quinta-feira, 26 de novembro')
})

test('a moment that has passed is as short as possible', () => {
  const { brief } = clinicTime('Europe/Lisbon', 'en-GB')
  expect(brief('2026-11-24T09:05:00Z', now)).toBe('09:05')
  expect(brief('2026-11-23T23:59:00Z', now)).toBe('Mon 23:59')
  expect(brief('2026-11-17T09:05:00Z', now)).toBe('17 Nov')
})

test('a page shows the time of the service, whatever the rules of the browser are', () => {
  const offsets = [
    { from: '2016-11-29T00:00:00Z', minutes: 0 },
    { from: '2026-03-08T08:00:00Z', minutes: 345 },
  ]
  const clock = { time_zone: 'America/Winnipeg', rules: '2026f', offsets, until: '2036-11-29T00:00:00Z' }
  const { minuteOf, dayOf, time } = clinicTime('America/Winnipeg', 'en-GB', [clock])
  expect(minuteOf('2026-12-14T14:30:00Z')).toBe('2026-12-14T20:15')
  expect(dayOf('2026-12-14T18:30:00Z')).toBe('2026-12-15')
  expect(time('2026-03-08T07:59:00Z')).toBe('07:59')
  // These are outside of the range of the service's offsets.
  expect(minuteOf('2016-07-01T12:00:00Z')).toBe('2016-07-01T07:00')
  expect(minuteOf('2037-01-14T12:00:00Z')).toMatch(/^2037-01-14T0[67]:00$/)
})
