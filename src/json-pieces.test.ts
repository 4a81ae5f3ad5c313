import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces } from './json-pieces.ts'

test('the pieces are together what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
    }),
  )
})
