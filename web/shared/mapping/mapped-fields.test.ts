import { expect, test } from 'vitest'
import type { Mapping } from '../../../client/client.ts'
import { examplesOf, fitsHeader, missingFields, withColumns, withTarget } from './mapped-fields.ts'

const mapping: Mapping = {
  category: 'medical',
  target: 'appointment',
  fields: {
    external_id: 'Id',
    'params.when': { columns: ['Day', 'Time'], format: 'dd/MM/yyyy HH:mm', skipped: 'later' },
  },
}
const file = {
  columns: ['Id', 'Day', 'Time'].map((name) => ({ name, examples: [] })),
  rows: [
    ['1', '03/04/2026', '09:30'],
    ['2', '03/04/2026', ''],
    ['3', ' ', ''],
  ],
}
const target = {
  category: 'medical',
  target: 'exam',
  fields: [
    { name: 'external_id', type: 'text' as const, required: true },
    { name: 'params.exam', type: 'text' as const, required: true },
  ],
}

test('another column keeps the format and the choices of a field', () => {
  expect(withColumns(mapping, 'params.when', ['Day']).fields['params.when']).toEqual({
    column: 'Day',
    format: 'dd/MM/yyyy HH:mm',
    skipped: 'later',
  })
  expect(withColumns(mapping, 'external_id', []).fields).not.toHaveProperty('external_id')
})

test('another target keeps the fields that it has, and lacks its own', () => {
  const exam = withTarget(mapping, target)
  expect(exam).toEqual({ category: 'medical', target: 'exam', fields: { external_id: 'Id' } })
  expect(missingFields(exam, target, file)).toEqual(['params.exam'])
})

test('a mapping fits a header that has each of its columns once', () => {
  expect(fitsHeader(mapping, file)).toBe(true)
  expect(fitsHeader(mapping, { columns: file.columns.slice(1) })).toBe(false)
  expect(fitsHeader(mapping, { columns: [...file.columns, file.columns[0]!] })).toBe(false)
})

test('the examples of several columns are joined without empty cells', () => {
  expect(examplesOf({ columns: ['Day', 'Time'] }, file)).toEqual(['03/04/2026 09:30', '03/04/2026'])
})
