import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { EntityChanges } from '../../../src/entities/entity.ts'
import { invisible } from '../../../test/submission.ts'
import { faultsOf } from './faults.ts'
import { type ClinicValues, changesOf, newEntityOf, newValues, valuesOf } from './values.ts'

const stored = { ...newValues('Europe/Lisbon', 'pt'), name: 'Clínica Lisboa', phone: '+351 213 000 000' }

test.for<Partial<ClinicValues>>([
  ...invisible.map((name) => ({ name })),
  ...['', 'Europe/Lisboa', '+01:00', ' '].map((time_zone) => ({ time_zone })),
  ...['Atlantic/Azores', 'UTC', 'Asia/Kolkata'].map((time_zone) => ({ time_zone })),
  ...['', ' ', '213 000 000', ' (213) 000', '+351 213', '21 ext. 3', '2'].map((phone) => ({ phone })),
  ...['-1', '1440', '1441', '1.5', 'two', '0'].map((arrive_early) => ({ arrive_early })),
  ...['', 'Rua do Ouro 12', ' Rua  do Ouro\n12 ', '\u200b'].map((address) => ({ address })),
])('the form refuses what the service would refuse: %j', (change) => {
  const values = { ...stored, ...change }
  const isRefused = Object.keys(faultsOf(values)).length > 0
  const isAccepted = Value.Check(EntityChanges, changesOf(stored, values))
  expect(isRefused).toBe(!isAccepted)
})

test('the form needs the minutes, which a change cannot remove', () => {
  expect(faultsOf({ ...stored, arrive_early: '', arrive_late: ' ' })).toEqual({
    arrive_early: 'minutes',
    arrive_late: 'minutes',
  })
})

test('a change has only the changed properties, and removes empty ones', () => {
  expect(changesOf(stored, { ...stored, phone: ' ', arrive_late: '90', address: ' Rua  do Ouro 12 ' })).toEqual({
    phone: null,
    arrive_late: 90,
    address: 'Rua do Ouro 12',
  })
  expect(changesOf(stored, stored)).toEqual({})
})

test('a new clinic has all properties but the empty ones, and is read as it was typed', () => {
  const entity = newEntityOf('lisboa', stored)
  expect(entity).toEqual({
    id: 'lisboa',
    name: 'Clínica Lisboa',
    time_zone: 'Europe/Lisbon',
    language: 'pt',
    names: 'first',
    phone: '+351 213 000 000',
    arrive_early: 120,
    arrive_late: 60,
    opening_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  })
  expect(valuesOf(entity)).toEqual(stored)
})
