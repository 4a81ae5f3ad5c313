import { expect, test } from 'vitest'
import { holds } from './search.ts'

test('an address is found by a part of it, whatever its spaces, hyphens and case', () => {
  expect(holds('+351912345678', '912 345-678')).toBe(true)
  expect(holds('maria.santos@example.org', 'Santos')).toBe(true)
  expect(holds('maria-jose@example.org', 'maria-jose')).toBe(true)
  expect(holds('+351912345678', '\u202a+351 912\u202c')).toBe(true)
  expect(holds('+351912345678', '913')).toBe(false)
})
