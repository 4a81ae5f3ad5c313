import { describe, expect, test } from 'vitest'
import { endOfDate, isMonthFirst, joinDate } from './birth-date.ts'

describe('a birth date', () => {
  test.for([
    ...['29/02/1980', '29.2.1980', '29-02-1980', '1980-02-29', '1980/2/29', '29021980', '19800229', '2/29/1980'],
    ...['02291980', '29 2 1980', '29. 2. 1980'],
  ])('is found as %s', (typed) => {
    expect(endOfDate(joinDate(typed), false)).toBe('1980-02-29')
  })

  test('may lack its year, or have two digits of it', () => {
    expect(['29/2/80', '29.2.', '29/02', '2-1'].map((typed) => endOfDate(typed, false))).toEqual([
      ...['80-02-29', '-02-29', '-02-29', '-01-02'],
    ])
  })

  test('has the month first where people write it so', () => {
    expect(['03/04/1980', '03041980', '3/4', '29/02/1980'].map((typed) => endOfDate(typed, true))).toEqual([
      ...['1980-03-04', '1980-03-04', '-03-04', '1980-02-29'],
    ])
    expect(endOfDate('03/04/1980', false)).toBe('1980-04-03')
    expect(['en-US', 'es-US', 'en', 'en-GB', 'en-ZA', 'fr-CA', 'pt-BR'].map(isMonthFirst)).toEqual([
      ...[true, false, false, false, false, false, false],
    ])
  })

  test('is neither a name, nor a key, nor a day that does not exist', () => {
    for (const typed of ['silva', 'A-1102', '1102', '912345678', '45/02/1980', '31.13.', '1980-02', ''])
      expect(endOfDate(typed, false), typed).toBeUndefined()
  })

  test('typed with spaces stays apart from the name', () => {
    expect(joinDate('silva 29 2 1980')).toBe('silva 29-2-1980')
    expect(joinDate('silva 12 34')).toBe('silva 12 34')
  })
})
