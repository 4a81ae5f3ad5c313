import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { jsonFits, largestJson } from './json-size.ts'

test('the largest JSON of a schema has each character as an escape', () => {
  const schema = Type.Object({
    name: Type.String({ maxLength: 2 }),
    list: Type.Optional(Type.Array(Type.Enum(['a', 'bc']), { maxItems: 3 })),
  })
  const name = '\\ud835\\udd04'
  const text = String.raw`{"\u006e\u0061\u006d\u0065":"${name}${name}","\u006c\u0069\u0073\u0074":["\u0062\u0063","\u0062\u0063","\u0062\u0063"]}`
  const { bytes, values } = largestJson(schema, new Map())
  // One comma more for each list and object.
  expect({ bytes: bytes - 2, values }).toEqual({ bytes: text.length, values: 6 })
})

test('a schema without a limit is an error', () => {
  for (const schema of [Type.String(), Type.Array(Type.Boolean()), Type.Unknown()]) {
    expect(() => largestJson(Type.Object({ schema }), new Map())).toThrow('has no limit')
  }
})

test('JSON fits up to its exact size', () => {
  const value = { é: [1, null, 'x\n', { a: [] }], b: true }
  const bytes = Buffer.byteLength(JSON.stringify(value))
  expect(jsonFits([value], { bytes, values: 8 })).toBe(true)
  expect(jsonFits([value], { bytes: bytes - 1, values: 8 })).toBe(false)
  expect(jsonFits([value], { bytes, values: 7 })).toBe(false)
})
