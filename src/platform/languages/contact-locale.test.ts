import { expect, test } from 'vitest'
import { localeOfContact } from './contact-locale.ts'

const time = (locale: string) =>
  new Date('2026-11-05T14:30:00Z')
    .toLocaleString(locale, { timeZone: 'UTC', day: 'numeric', month: 'numeric', hour: 'numeric', minute: '2-digit' })
    .replaceAll(/\s/g, ' ')

const cases: [language: string | undefined, country: string | undefined, words: string, time: string][] = [
  ['pt_PT', 'PT', 'pt', '05/11, 14:30'],
  ['pt_BR', 'BR', 'pt-BR', '05/11, 14:30'],
  ['pt_BR', 'PT', 'pt-BR', '05/11, 14:30'],
  ['pt_AO', undefined, 'pt', '05/11, 14:30'],
  ['es_ES', 'ES', 'es', '5/11, 14:30'],
  ['es_ES', 'MX', 'es', '5/11, 2:30 p.m.'],
  ['es_CL', undefined, 'es', '05-11, 2:30 p. m.'],
  ['fr_FR', 'CA', 'fr', '11-05 14 h 30'],
  ['en_US', 'US', 'en', '11/5, 2:30 PM'],
  ['en_US', 'PT', 'en', '05/11, 14:30'],
  ['en_US', 'BR', 'en', '05/11, 14:30'],
  ['en_GB', 'MX', 'en', '05/11, 2:30 pm'],
  ['de_DE', undefined, 'de', '5.11., 14:30'],
  // These languages have no AM and PM of their own.
  ['de_DE', 'US', 'de', '5.11., 14:30'],
  ['fr_DZ', 'DZ', 'fr', '05/11 14:30'],
  ['pt_MO', 'MO', 'pt', '05/11, 14:30'],
  ['ar_MA', 'PT', 'ar', '5\u200f/11، 14:30'],
  ['ar_EG', undefined, 'ar', '٥\u200f/١١، ٢:٣٠ م'],
  ['sv_SE', undefined, 'pt', '05/11, 14:30'],
  [undefined, undefined, 'pt', '05/11, 14:30'],
]

test("the contact's language selects the words, and the contact's country the form of times", () => {
  for (const [language, country, words, written] of cases) {
    const picked = localeOfContact({ language, country }, 'pt-PT')
    expect([language, country, picked.language, time(picked.locale)]).toEqual([language, country, words, written])
  }
})

test('a chosen language keeps the form of the country, and the regional words of the contact or the clinic', () => {
  const contact = { language: 'pt_BR', country: 'BR' }
  expect(localeOfContact(contact, 'es-MX', 'pt').language).toBe('pt-BR')
  expect(localeOfContact({ language: 'fr_FR' }, 'pt-BR', 'pt').language).toBe('pt-BR')
  expect(time(localeOfContact(contact, 'es-MX', 'en').locale)).toBe('05/11, 14:30')
  expect(time(localeOfContact({ language: 'es_MX' }, 'pt-PT', 'en').locale)).toBe('05/11, 2:30 pm')
})
