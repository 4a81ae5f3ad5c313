import { expect, test } from 'vitest'
import { fittingFormats } from '../../../client/csv.ts'
import { inWords, readLocal } from './dates.ts'

test('an ambiguous date has both formats, and each one reads it in words', () => {
  const formats = fittingFormats(['03/04/2026 09:30', '12/11/2026 10:00'])
  expect(formats[0]).toBe('dd/MM/yyyy HH:mm')
  const written = ['dd/MM/yyyy HH:mm', formats.find((format) => format.startsWith('M'))!].map((format) =>
    inWords(readLocal('03/04/2026 09:30', format)!, 'en-GB', true),
  )
  expect(written).toEqual(['Friday, 3 April 2026 at 09:30', 'Wednesday, 4 March 2026 at 09:30'])
})

test('a day after the 12th decides', () => {
  expect(fittingFormats(['03/04/2026', '31/03/2026'])).toEqual(['dd/MM/yyyy', 'd/M/yyyy'])
})

test('a row with a fault does not hide the format of the others, but most rows have it', () => {
  const texts = ['31/03/2026', '30/03/2026', 'tomorrow']
  expect(fittingFormats(texts)).toEqual(['dd/MM/yyyy', 'd/M/yyyy'])
  expect(fittingFormats([...texts, 'today'])).toEqual([])
})

test.for(['31/02/2026 09:30', '30/03/2026 24:00', '30/03/2026 09:60', '30.03.2026 09:30'])('%s is no date', (text) => {
  expect(readLocal(text, 'dd/MM/yyyy HH:mm')).toBeUndefined()
})
