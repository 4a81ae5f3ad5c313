import { expect, test } from 'vitest'
import { listSeparator, separatedBy } from './list-separator.ts'

test('a language that writes decimals with a comma separates lists with semicolons', () => {
  const separators = ['en-GB', 'pt-PT', 'de-DE', 'fr-FR', 'es-ES', 'es-MX'].map(listSeparator)
  expect(separators).toEqual([',', ';', ';', ';', ';', ','])
})

test('only the commas between cells become semicolons', () => {
  const csv =
    'id,wish,deliveries\r\n1,"Mondays, ""early""\r\nor late",notice mobile failed; notice email sent\r\n,,\r\n'
  expect(separatedBy(';', csv)).toBe(
    'id;wish;deliveries\r\n1;"Mondays, ""early""\r\nor late";"notice mobile failed; notice email sent"\r\n;;\r\n',
  )
  expect(separatedBy(',', csv)).toBe(csv)
})
