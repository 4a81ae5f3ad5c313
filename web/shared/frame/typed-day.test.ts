import { expect, test } from 'vitest'
import { typedDay } from './typed-day.ts'

// A Saturday.
const today = '2026-11-28'

test.each([
  ['2026-12-24', 'en-GB', '2026-12-24'],
  ['2026-02-30', 'en-GB', undefined],
  ['30.11.', 'de-DE', '2026-11-30'],
  ['30/11', 'pt-PT', '2026-11-30'],
  ['12/1', 'en-US', '2026-12-01'],
  ['12/1', 'en-GB', '2027-01-12'],
  ['1/6/2026', 'es-ES', '2026-06-01'],
  ['15 Oct', 'en-GB', '2026-10-15'],
  ['4 março', 'pt-PT', '2027-03-04'],
  ['4 de março de 2026', 'pt-PT', '2026-03-04'],
  ['tomorrow', 'en-GB', '2026-11-29'],
  ['amanhã', 'pt-PT', '2026-11-29'],
  ['Montag', 'de-DE', '2026-11-30'],
  ['sat', 'en-GB', '2026-12-05'],
  ['João', 'pt-PT', undefined],
  ['99/99', 'en-GB', undefined],
])('reads %s in %s as %s', (text, locale, day) => expect(typedDay(text, today, locale)).toBe(day))
