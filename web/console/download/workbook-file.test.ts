import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { workbookFile } from './workbook-file.ts'

test('a workbook has days, times and numbers as such, and texts that are no formulas', async () => {
  const table = [
    ['Date', 'Time', 'Contact', 'Count'],
    [{ day: '2026-03-30' }, { time: '09:30' }, '=1+1', 12],
  ]
  const file = workbookFile([
    { name: 'Appointments', table },
    { name: 'Figures: 1/2', table: [['A'], [1]] },
  ])
  const book = read(await file.arrayBuffer(), { cellNF: true })
  expect(book.SheetNames).toEqual(['Appointments', 'Figures  1 2'])
  const sheet = book.Sheets.Appointments!
  expect(utils.sheet_to_json(sheet, { header: 1, raw: false })[1]).toEqual(['2026-03-30', '09:30', '=1+1', '12'])
  expect(sheet.C2).toMatchObject({ t: 's', v: '=1+1' })
  expect(sheet.C2.f).toBeUndefined()
})
