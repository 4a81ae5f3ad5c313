import { expect, test } from 'vitest'
import { formatsOf, inWords, readLocal } from './dates.ts'

test('an ambiguous date has both formats, and each one reads it in words', () => {
  const formats = formatsOf(['03/04/2026 09:30', '12/11/2026 10:00'], true)
  expect(formats).toEqual([
    'dd/MM/yyyy HH:mm',
    'dd/MM/yyyy H:mm',
    'MM/dd/yyyy HH:mm',
    'MM/dd/yyyy H:mm',
    'd/M/yyyy HH:mm',
    'd/M/yyyy H:mm',
    'M/d/yyyy HH:mm',
    'M/d/yyyy H:mm',
  ])
  const written = [formats[0]!, formats[2]!].map((format) =>
    inWords(readLocal('03/04/2026 09:30', format)!, 'en-GB', true),
  )
  expect(written).toEqual(['Friday, 3 April 2026 at 09:30', 'Wednesday, 4 March 2026 at 09:30'])
})

test('a day after the 12th decides', () => {
  expect(formatsOf(['03/04/2026', '31/03/2026'], false)).toEqual(['dd/MM/yyyy', 'd/M/yyyy'])
})

test('a row with a fault does not hide the format of the others, but most rows have it', () => {
  const texts = ['31/03/2026', '30/03/2026', 'tomorrow']
  expect(formatsOf(texts, false)).toEqual(['dd/MM/yyyy', 'd/M/yyyy'])
  expect(formatsOf([...texts, 'today'], false)).toEqual([])
})

test.for(['31/02/2026 09:30', '30/03/2026 24:00', '30/03/2026 09:60', '30.03.2026 09:30'])('%s is no date', (text) => {
  expect(readLocal(text, 'dd/MM/yyyy HH:mm')).toBeUndefined()
})
