import { describe, expect, test } from 'vitest'
import { birthDateOf, endOfDate, isMonthFirst, joinDate } from './birth-date.ts'

describe('a birth date', () => {
  test.for([
    ...['29/02/1980', '29.2.1980', '29-02-1980', '1980-02-29', '1980/2/29', '29021980', '19800229', '2/29/1980'],
    ...['02291980', '29 2 1980', '29. 2. 1980', '٢٩/٢/١٩٨٠', '29 Feb 1980', '29-Feb-1980', 'February 29, 1980'],
  ])('is found as %s', (typed) => {
    expect(endOfDate(joinDate(typed, 'en'), 'en')).toBe('1980-02-29')
  })

  test.for([
    ['en', '22 Jun 2005'],
    ['en-US', '22 Jun 2005'],
    ['en-US', 'Jun 22nd, 05'],
    ['en-US', '6/22/05'],
    ['de', '22. Juni 2005'],
    ['de', '22.6.05'],
    ['fr', '22 juin 05'],
    ['es', '22 de junio de 2005'],
    ['es', '22 junio del 2005'],
    ['pt', '22 DE JUN. DE 2005'],
    ['ar', '22 يونيو 2005'],
    ['ar', '٢٢ يونيو ٢٠٠٥'],
    ['ar', '22\u200f/06\u200f/2005'],
  ] as const)('in %s is found as %s', ([locale, typed]) => {
    expect(birthDateOf(joinDate(typed, locale), locale, '2026-03-30')).toBe('2005-06-22')
  })

  test('in a year of two digits is never after today', () => {
    const dates = ['29/3/26', '31/3/26', '1.1.05', '1.1.80', '29/2', 'silva'].map((typed) =>
      birthDateOf(typed, 'en', '2026-03-30'),
    )
    expect(dates).toEqual(['2026-03-29', '1926-03-31', '2005-01-01', '1980-01-01', undefined, undefined])
  })

  test('may lack its year, or have two digits of it', () => {
    expect(['29/2/80', '29.2.', '29/02', '2-1'].map((typed) => endOfDate(typed, 'en'))).toEqual([
      ...['80-02-29', '-02-29', '-02-29', '-01-02'],
    ])
  })

  test('has the month first where people write it so', () => {
    expect(['03/04/1980', '03041980', '3/4', '29/02/1980'].map((typed) => endOfDate(typed, 'en-US'))).toEqual([
      ...['1980-03-04', '1980-03-04', '-03-04', '1980-02-29'],
    ])
    expect(endOfDate('03/04/1980', 'en')).toBe('1980-04-03')
    expect(['en-US', 'es-US', 'en', 'en-GB', 'en-ZA', 'fr-CA', 'pt-BR'].map(isMonthFirst)).toEqual([
      ...[true, false, false, false, false, false, false],
    ])
  })

  test('is neither a name, nor a key, nor a day that does not exist', () => {
    for (const typed of ['silva', 'A-1102', '1102', '912345678', '45/02/1980', '31.13.', '1980-02', ''])
      expect(endOfDate(typed, 'en'), typed).toBeUndefined()
  })

  test('typed with spaces stays apart from the name', () => {
    expect(joinDate('silva 29 2 1980', 'en')).toBe('silva 29-2-1980')
    expect(joinDate('29 Feb 80 silva', 'en')).toBe('29-2-80 silva')
    for (const typed of ['silva 12 34', '12 Silva 2005', 'Jui 22 2005', '912 345 678'])
      expect(joinDate(typed, 'fr')).toBe(typed)
  })
})
