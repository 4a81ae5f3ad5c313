import { readFileSync } from 'node:fs'
import { type CellObject, utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { convert } from './convert.ts'

/** A workbook of test/workbooks. */
const workbook = (name: string) => {
  const { buffer, byteOffset, length } = readFileSync(new URL(`../../../../test/workbooks/${name}`, import.meta.url))
  return buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer
}

const linesOf = (csv: string) => csv.replaceAll('"', '').split('\r\n').slice(0, -1)

/** Writes cells into a workbook, and converts it. */
function converted(cells: Record<string, CellObject>) {
  const sheet = { '!ref': 'A1:H9', ...cells }
  return linesOf(convert(write(utils.book_new(sheet, 'S'), { type: 'array' }))[0]!.csv)
}

describe('a workbook of LibreOffice', () => {
  test.for(['agenda.xlsx', 'agenda-1904.xlsx', 'agenda.ods', 'agenda-1904.ods'])(
    'has each row of %s as a line, with days, times, numbers and formulas',
    (name) => {
      const [agenda, ...others] = convert(workbook(name))
      expect(linesOf(agenda!.csv)).toEqual([
        'Agenda of December,,,,,,,,,,,',
        '',
        'No.,Name,Mobile,Citizen,Date,Time,Start,Born,Fee,Note,Confirmed,Link',
        '5001,Inês Conceição,351912345671,012345678,2026-12-14,14:30,2026-12-14T14:30:00,1931-02-28,1234567,' +
          'Wheelchair, second door,TRUE,ines@example.org',
        '5002,Tomás Brandão,912345672,012345679,2026-12-15,22:30,2026-12-15,,0.1,a b,FALSE,',
        '',
        '123456789012345,Zoé,,,2026-12-16,00:00,2026-12-16T09:05:30,,,,,',
      ])
      expect(agenda).toMatchObject({ rows: 5, hiddenRows: 1, errors: 1, isHidden: false })
      expect(others.map(({ name, isHidden }) => [name, isHidden])).toEqual([
        ['Other', false],
        ['Doctors', true],
      ])
    },
  )

  test('keeps quotation marks, and separators in a text', () => {
    const [agenda] = convert(workbook('agenda.ods'))
    expect(agenda!.csv.split('\r\n')[3]).toContain(',"Wheelchair, ""second"" door",')
  })
})

test('a workbook of openpyxl has its filtered rows, and its hidden sheets last', () => {
  const [first, ...others] = convert(workbook('openpyxl.xlsx'))
  expect(linesOf(first!.csv)).toEqual([
    'Nome,Telemóvel,Data,Hora,Início',
    'Ana,912345678,2026-12-14,14:30,2026-12-14T14:30:00',
    'Rui,0912,2026-12-14,09:05,2026-12-14',
  ])
  expect([first!.hiddenRows, ...others.map(({ name, isHidden }) => [name, isHidden])]).toEqual([
    1,
    ['Listas', true],
    ['VH', true],
  ])
})

test('a workbook of ExcelJS has the time of a moment that is shown as a day, rich text and the results of formulas', () => {
  const [visits] = convert(workbook('exceljs.xlsx'))
  expect(linesOf(visits!.csv)).toEqual([
    'Name,Phone,When,Rich',
    'Eva,351912345671,2026-12-14T14:30:00,ab',
    'xy,2,,mail',
  ])
  expect(visits!.errors).toBe(1)
})

describe('a number', () => {
  test.for([
    [912345671, '000000000', '912345671'],
    [12345678, '000000000', '012345678'],
    [912345671, '"+351 "000000000', '+351 912345671'],
    [2025550123, '[<=9999999]###-####;(###) ###-####', '(202) 555-0123'],
    [351912345671, '0.00E+00', '351912345671'],
    [351912345671, '#,##0', '351912345671'],
    [12.5, '0.00', '12.5'],
    [5, '0.00', '5'],
    [0.75, '0%', '0.75'],
    [-3, '000', '-3'],
    [0, 'General', '0'],
    [1e15, 'General', '1000000000000000'],
  ] as const)('%d with the format %s is %s', ([v, z, text]) => {
    expect(converted({ A1: { t: 'n', v, z } })).toEqual([text])
  })
})

describe('a time', () => {
  test.for([
    [46370, 'd. mmmm yyyy', '2026-12-14'],
    [46370.5, '[$-816]d" de "mmmm" de "yyyy', '2026-12-14T12:00:00'],
    [46370.60416666667, 'hh:mm', '14:30'],
    [0.60416666667, 'dd/mm/yyyy hh:mm', '14:30'],
    [0.60416666667, 'h:mm AM/PM', '14:30'],
    [0.375, '[$-409]h:mm AM/PM;@', '09:00'],
    [0.3754, 'h:mm:ss', '09:00:35'],
    [1.0625, '[h]:mm', '25:30'],
    [46370.999999, 'yyyy-mm-dd hh:mm', '2026-12-15'],
    [0, 'hh:mm', '00:00'],
  ] as const)('%d with the format %s is %s', ([v, z, text]) => {
    expect(converted({ A1: { t: 'n', v, z } })).toEqual([text])
  })

  test('of a formula that shows an empty cell is empty', () => {
    expect(converted({ A1: { t: 's', v: 'x' }, B1: { t: 'n', v: 0, z: 'dd/mm/yyyy' } })).toEqual(['x'])
  })
})

test('empty columns before and after the table are left out, and empty rows are empty lines', () => {
  const cell = (v: string): CellObject => ({ t: 's', v })
  expect(converted({ C3: cell('a'), D3: cell(' '), E3: cell('b'), C5: cell('c\r\nd') })).toEqual([
    ...['', '', 'a,,b', '', 'c d,,'],
  ])
})

test('a damaged workbook and one with a password cannot be converted', () => {
  expect(() => convert(workbook('agenda.xlsx').slice(0, 4_000))).toThrow()
  expect(() => convert(workbook('locked.xlsx'))).toThrow()
})
