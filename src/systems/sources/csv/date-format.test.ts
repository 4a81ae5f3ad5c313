import { describe, expect, test } from 'vitest'
import { isDateFormat, type LocalTime, parseLocal } from './date-format.ts'
import { fittingFormats } from './fitting-formats.ts'
import { parseSide } from './time-range.ts'

const written = (local: LocalTime | string) => {
  if (typeof local === 'string') return local
  const { year, month, day, hour, minute, offset } = local
  const zone = offset === undefined ? '' : ` ${offset}`
  return `${year}-${month}-${day} ${hour}:${String(minute).padStart(2, '0')}${zone}`
}

/** Reads texts by the first format that fits them; a range as its start and its end. */
function read(texts: string[]): string[] {
  const [format = ''] = fittingFormats(texts)
  return texts.map((text) => {
    const [start, end] = (['start', 'end'] as const).map((side) => written(parseSide(text, format, side)))
    return start === end ? start! : `${start} – ${end}`
  })
}

const monday = '2026-12-14'

describe('a column of days and times', () => {
  test.for<[texts: string[], read: string[]]>([
    [
      ['14/12/2026 2:30 PM', '15/12/2026 9:00AM', '16/12/2026 12:00 a.m.'],
      [`${monday} 14:30`, '2026-12-15 9:00', '2026-12-16 0:00'],
    ],
    [['14/12/2026 12:15 pm'], [`${monday} 12:15`]],
    [
      ['14/12/2026 14h30', '15/12/2026 9h', '16/12/2026 9 h 05'],
      [`${monday} 14:30`, '2026-12-15 9:00', '2026-12-16 9:05'],
    ],
    [
      ['14.12.2026 9.30', '15.12.2026 14.00'],
      [`${monday} 9:30`, '2026-12-15 14:00'],
    ],
    [
      ['14.12.2026 9:30 Uhr', '15.12.2026 14 Uhr'],
      [`${monday} 9:30`, '2026-12-15 14:00'],
    ],
    [
      ['14/12/2026 0930', '15/12/2026 1430'],
      [`${monday} 9:30`, '2026-12-15 14:30'],
    ],
    [
      ['2026-12-14T14:30:00', '2026-12-15T09:30', '2026-12-16T09:30:00.000'],
      [`${monday} 14:30`, '2026-12-15 9:30', '2026-12-16 9:30'],
    ],
    [
      ['2026-12-14T14:30Z', '2026-12-14T14:30:00+01:00', '2026-12-14T14:30:00.5-0300'],
      [`${monday} 14:30 0`, `${monday} 14:30 60`, `${monday} 14:30 -180`],
    ],
    [
      ['14 Dec 2026 9:30', '2 January 2027 14:30'],
      [`${monday} 9:30`, '2027-1-2 14:30'],
    ],
    [
      ['Dec 14, 2026 2:30 PM', 'January 2, 2027 9:00 AM'],
      [`${monday} 14:30`, '2027-1-2 9:00'],
    ],
    [
      ['Mon, 14 Dec 2026 9:30', 'Tue, 15 Dec 2026 9:30'],
      [`${monday} 9:30`, '2026-12-15 9:30'],
    ],
    [
      ['segunda-feira, 14 de dezembro de 2026 às 09:30', 'sábado, 2 de janeiro de 2027 às 14:30'],
      [`${monday} 9:30`, '2027-1-2 14:30'],
    ],
    [
      ['14 de dic. de 2026 9:30', '2 de enero de 2027 14:30'],
      [`${monday} 9:30`, '2027-1-2 14:30'],
    ],
    [
      ['14. Dezember 2026 09:30', '2. Jänner 2027 14:30'],
      [`${monday} 9:30`, '2027-1-2 14:30'],
    ],
    [
      ['14 déc. 2026 9h30', '1er janvier 2027 14h'],
      [`${monday} 9:30`, '2027-1-1 14:00'],
    ],
    [
      ['14 ديسمبر 2026 9:30 ص', '٢ يناير ٢٠٢٧ ٢:٣٠ م'],
      [`${monday} 9:30`, '2027-1-2 14:30'],
    ],
    [
      ['lun. 14/12/2026 14:30', 'mar. 15/12/2026 9:30'],
      [`${monday} 14:30`, '2026-12-15 9:30'],
    ],
    [
      ['14/12/2026 14:30 – 15:00', '15/12/2026 9:00-9:30'],
      [`${monday} 14:30 – ${monday} 15:00`, '2026-12-15 9:00 – 2026-12-15 9:30'],
    ],
    [
      ['12/14/2026 11:30 - 12:30 PM', '12/15/2026 2:30 – 3:00 PM'],
      [`${monday} 11:30 – ${monday} 12:30`, '2026-12-15 14:30 – 2026-12-15 15:00'],
    ],
    [
      ['46370 0.604166667', '46371 0.5'],
      [`${monday} 14:30`, '2026-12-15 12:00'],
    ],
    [
      ['46370,604166667', '46371,375'],
      [`${monday} 14:30`, '2026-12-15 9:00'],
    ],
    [
      ['14/12/2026 00:00:00 09:30', '15/12/2026 00:00:00 14:30'],
      [`${monday} 9:30`, '2026-12-15 14:30'],
    ],
    [
      ['14/12/2026 30/12/1899 09:30:00', '15/12/2026 30/12/1899 14:30:00'],
      [`${monday} 9:30`, '2026-12-15 14:30'],
    ],
  ])('is read: %s', ([texts, expected]) => {
    expect(read(texts)).toEqual(expected)
  })

  test('has the forms of its own language only where they are certain', () => {
    // Juin or juillet; a day and a month of digits have both orders.
    expect(parseLocal('14 jui 2026', 'd MMM yyyy')).toBe('form')
    expect(fittingFormats(['03/04/2026']).map((format) => written(parseLocal('03/04/2026', format)))).toEqual(
      expect.arrayContaining(['2026-4-3 0:00', '2026-3-4 0:00']),
    )
    expect(fittingFormats(['next Monday', 'soon'])).toEqual([])
  })

  test.for<[text: string, format: string, fault: string]>([
    ['31/02/2026 09:30', 'dd/MM/yyyy HH:mm', 'date'],
    ['14/12/2026 25:30', 'dd/MM/yyyy HH:mm', 'time'],
    ['14/12/2026 13:30 PM', 'dd/MM/yyyy h:mm a', 'time'],
    ['14-12-2026 09:30', 'dd/MM/yyyy HH:mm', 'form'],
  ])('%s is a fault of its %s', ([text, format, fault]) => {
    expect(parseLocal(text, format)).toBe(fault)
  })
})

test.for([
  ["d 'de' MMMM 'de' yyyy", true],
  ["yyyy-MM-dd'T'HH:mm[:ss][.SSS][XXX]", true],
  ['excel', true],
  ['dd/MM', false],
  ['dd/MM/yyyy [HH:mm', false],
  ['dd/MM/yyyy dd', false],
  ['DD/MM/YYYY', false],
])('%s is a format: %s', ([format, expected]) => {
  expect(isDateFormat(format as string)).toBe(expected)
})
