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
