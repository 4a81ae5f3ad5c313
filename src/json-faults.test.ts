import fc from 'fast-check'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { faultFinder } from './json-faults.ts'

const Word = Type.Refine(
  Type.String({ maxLength: 5 }),
  (text) => !text.includes('x'),
  () => 'must not have an x',
)
const Leaf = Type.Object({ id: Word, note: Type.Optional(Word) }, { additionalProperties: false })
const Tree = Type.Object(
  {
    kind: Type.Enum(['a', 'b']),
    leaves: Type.Array(Leaf, { minItems: 1, maxItems: 4 }),
    first: Type.Optional(
      Type.Refine(
        Leaf,
        ({ id }) => id !== 'first',
        () => 'must not be called so',
      ),
    ),
    more: Type.Optional(Type.Array(Type.Array(Type.Integer(), { maxItems: 2 }))),
    free: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
)
const faultsOf = faultFinder(Tree)

const word = fc.constantFrom('', 'id', 'x', 'first', 'too long', 1, null)
const leaf = fc.oneof(
  fc.record({ id: word, note: word, other: word }, { requiredKeys: [] }),
  fc.constantFrom('leaf', []),
)
const tree = fc.record(
  {
    kind: fc.constantFrom('a', 'b', 'c'),
    leaves: fc.oneof(fc.array(leaf, { maxLength: 6 }), fc.constant({})),
    first: leaf,
    more: fc.array(fc.oneof(fc.array(fc.oneof(fc.integer(), fc.double()), { maxLength: 3 }), word)),
    free: fc.dictionary(fc.string(), fc.anything()),
    other: word,
  },
  { requiredKeys: [] },
)

test('finds faults in exactly the values that TypeBox rejects', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (value) => {
      expect((await faultsOf(value)).length > 0).toBe(!Value.Check(Tree, value))
    }),
    { numRuns: 2_000 },
  )
})

test('points at the faults in their order', async () => {
  const leaves = [{ id: 'x' }, { note: '' }, { id: 'x', other: 1 }, 7]
  expect(await faultsOf({ kind: 'c', leaves, more: [[1, 2], ['a']] })).toEqual([
    { pointer: '/kind', reason: 'must be one of a, b' },
    { pointer: '/leaves/0/id', reason: 'must not have an x' },
    { pointer: '/leaves/1/id', reason: 'is missing' },
    { pointer: '/leaves/2', reason: 'has an unknown key; the known keys are id, note' },
    { pointer: '/leaves/2/id', reason: 'must not have an x' },
    { pointer: '/leaves/3', reason: 'must be object' },
    { pointer: '/more/1/0', reason: 'must be integer' },
  ])
})

/** An array that fails the test when its items are read. */
const unread = (length: number) =>
  new Proxy(Array(length).fill(0), {
    get(items, key) {
      if (/^\d+$/.test(String(key))) throw new Error(`read item ${String(key)}`)
      return Reflect.get(items, key)
    },
  })

test('does not read the items of an array that is too long', async () => {
  expect(await faultsOf({ kind: 'a', leaves: unread(340_000) })).toEqual([
    { pointer: '/leaves', reason: 'must not have more than 4 items' },
  ])
})

test('does not read the values of an object that has too many keys', async () => {
  const keys = Array.from({ length: 90_000 }, (_, index) => [`k${index}`, 0])
  const unknown = { pointer: '/first', reason: 'has an unknown key; the known keys are id, note' }
  expect(await faultsOf({ kind: 'a', leaves: [{ id: '' }], first: Object.fromEntries(keys) })).toEqual([unknown])
})

test('stops at a hundred faults', async () => {
  const more = [...Array.from({ length: 100 }, () => 'not an array'), unread(3)]
  const faults = await faultsOf({ kind: 'a', leaves: [{ id: '' }], more })
  expect(faults).toHaveLength(100)
  expect(faults.at(-1)!.pointer).toBe('/more/99')
})

test('lets other work run while it checks a long value', async () => {
  let turns = 0
  const countTurns = () => {
    turns++
    next = setImmediate(countTurns)
  }
  let next = setImmediate(countTurns)
  await faultsOf({ kind: 'a', leaves: [{ id: '' }], more: Array.from({ length: 100_000 }, () => [1, 2]) })
  clearImmediate(next)
  expect(turns).toBeGreaterThan(0)
})
