import { expect, test } from 'vitest'
import { isId, suggestedId } from './suggested-id.ts'

test.for([
  ['Clínica São João', 'clinica-sao-joao'],
  [' Dr. Weiß & Söhne ', 'dr-wei-sohne'],
  ['Praxis 2', 'praxis-2'],
  ['عيادة', ''],
  [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
] as const)('the name %s suggests the id %s', ([name, id]) => {
  expect(suggestedId(name)).toBe(id)
  if (id) expect(isId(id)).toBe(true)
})
