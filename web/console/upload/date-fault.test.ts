import { expect, test } from 'vitest'
import type { MappingGuess } from '../../../client/client.ts'
import type { Field, Source } from '../../shared/mapping/mapped-fields.ts'
import { dateFault } from './date-fault.ts'

const when: Field = { name: 'params.when', type: 'instant', required: true, time: true }
const { time: _, ...ofCampaign } = when
const day: Field = { name: 'contact.birth_date', type: 'day', required: false }

const faultOf = (field: Field, source: Source, ...cells: string[]) =>
  dateFault(field, { category: 'medical', target: 'appointment', fields: { [field.name]: source } }, {
    columns: [{ name: 'Day', examples: [] }],
    rows: cells.map((cell) => [cell]),
  } as unknown as MappingGuess)

test('names without a format are no dates, but instants and ISO days are', () => {
  const column = { column: 'Day' }
  expect(faultOf(when, column, 'Ana Reis', 'Rui Silva')).toBe('format')
  // One row may have a fault.
  expect(faultOf(when, column, '2026-03-30T09:30:00+01:00', 'tomorrow')).toBeUndefined()
  expect(faultOf(day, column, '1980-03-31')).toBeUndefined()
  expect(faultOf({ ...when, name: 'version' }, column, '17')).toBeUndefined()
  expect(faultOf(when, column)).toBeUndefined()
})

test('a format that somebody types must be one, with a time if the visit needs it', () => {
  expect(faultOf(when, { column: 'Day', format: 'day first' }, '31/03/2026')).toBe('format')
  expect(faultOf(when, { column: 'Day', format: 'dd/MM/yyyy' }, '31/03/2026')).toBe('time')
  expect(faultOf(ofCampaign, { column: 'Day', format: 'dd/MM/yyyy' }, '31/03/2026')).toBeUndefined()
  expect(faultOf(when, { column: 'Day', format: 'dd/MM/yyyy HH:mm' }, 'tomorrow')).toBeUndefined()
})
