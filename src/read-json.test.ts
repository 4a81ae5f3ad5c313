import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson } from './read-json.ts'

const noLimits = { depth: Infinity, values: Infinity, keys: Infinity, keyLength: Infinity, textLength: Infinity }
const read = (text: string, limits = {}) => readJson(Buffer.from(text), { ...noLimits, ...limits })
const outcome = (parse: () => unknown) => {
  try {
    return { value: parse() }
  } catch (error) {
    return (error as Error).name
  }
}
const faultsIn = async (text: string, limits = {}) =>
  (await read(text, limits)).faults.map(({ pointer, reason }) => `${pointer} ${reason}`)

const blank = fc.stringMatching(/^[ \t\r\n]{0,2}$/)
const escaped = (key: string) =>
  [...key].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
const name = fc.constantFrom('a', 'b', '1', '0', 'a~/b', 'constructor', 'é', '')
/** A key as it may be written, and as it is meant. */
const written = fc
  .tuple(name, fc.boolean())
  .map(([key, isEscaped]) => ({ key, text: isEscaped ? `"${escaped(key)}"` : JSON.stringify(key) }))

interface Document {
  text: string
  /** Pointers to the keys that are given more than once. */
  repeated: string[]
}

const { document } = fc.letrec<{ document: Document }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc
      .json({ maxDepth: 0 })
      .filter((text) => !text.includes('\\u0000'))
      .map((text) => ({ text, repeated: [] })),
    fc.array(tie('document'), { maxLength: 4 }).map((items) => ({
      text: `[${items.map(({ text }) => text).join(',')}]`,
      repeated: items.flatMap(({ repeated }, index) => repeated.map((pointer) => `/${index}${pointer}`)),
    })),
    fc.array(fc.tuple(written, blank, tie('document'), blank), { maxLength: 5 }).map((members) => ({
      text: `{${members.map(([{ text }, before, { text: value }, after]) => `${before}${text}${after}:${before}${value}${after}`).join(',')}}`,
      repeated: members.flatMap(([{ key }, , { repeated }], index) => {
        const place = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
        const isRepeated = members.slice(0, index).some(([earlier]) => earlier.key === key)
        return [...(isRepeated ? [place] : []), ...repeated.map((pointer) => place + pointer)]
      }),
    })),
  ),
}))

test('reads what JSON.parse reads', async () => {
  await fc.assert(
    fc.asyncProperty(document, blank, async ({ text }, around) => {
      const { value } = await read(around + text + around)
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 2_000 },
  )
})

test('rejects what JSON.parse rejects', async () => {
  const mutation = fc.tuple(
    fc.nat(),
    fc.nat(2),
    fc.constantFrom('', ',', ':', '"', '{', '}', '[', ']', '\\', '0', '\u00a0', '\n', 'null', '-'),
  )
  const mutated = fc.tuple(document, fc.array(mutation, { minLength: 1, maxLength: 3 })).map(([{ text }, mutations]) =>
    mutations.reduce((mutant, [at, cut, put]) => {
      const place = at % (mutant.length + 1)
      return mutant.slice(0, place) + put + mutant.slice(place + cut)
    }, text),
  )
  let rejected = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(mutated, fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ 01e-.tn') })), async (text) => {
      const expected = outcome(() => JSON.parse(text))
      const read = await readJson(Buffer.from(text), noLimits).catch((error: Error) => error.name)
      if (typeof expected === 'string') rejected++
      expect(typeof read === 'string' ? read : JSON.stringify(read.value)).toBe(
        typeof expected === 'string' ? expected : JSON.stringify(expected.value),
      )
    }),
    { numRuns: 10_000 },
  )
  expect(rejected).toBeGreaterThan(1_000)
})

test('points at each key that is given more than once', async () => {
  let withRepeated = 0
  await fc.assert(
    fc.asyncProperty(document, async ({ text, repeated }) => {
      if (repeated.length > 0) withRepeated++
      const { faults } = await read(text)
      expect(faults.map(({ pointer }) => pointer).sort()).toEqual([...new Set(repeated)].sort())
    }),
    { numRuns: 2_000 },
  )
  expect(withRepeated).toBeGreaterThan(100)
  expect(await faultsIn('{"a":1,"\\u0061":2,"b":{"a":3},"a":4}')).toEqual(['/a is given more than once'])
})

test('reports a key that is given a hundred thousand times once, without building its pointer again', async () => {
  const deep = `{"${'~'.repeat(250)}":`.repeat(30)
  const text = `${deep}{${Array(99_000).fill('"a":1').join(',')}}${'}'.repeat(30)}`
  expect((await read(text)).faults).toHaveLength(1)
  const started = process.cpuUsage().user
  await read(text)
  expect(process.cpuUsage().user - started).toBeLessThan(10_000_000)
})

test('points at texts that cannot be stored', async () => {
  expect(await faultsIn('{"a":["","\\u0000"],"b\\ud800":0,"c":"\\ud83d\\ude00\\ude00"}')).toEqual([
    '/a/1 contains a NUL character or an unpaired surrogate',
    ' has a key with a NUL character or an unpaired surrogate',
    '/c contains a NUL character or an unpaired surrogate',
  ])
})

test('points at numbers that are too large', async () => {
  expect(await faultsIn('{"a":[1e308,1e309,-1e999],"b":1e-999}')).toEqual([
    '/a/1 is a number beyond 1.8e308',
    '/a/2 is a number beyond 1.8e308',
  ])
})

test('keeps a key from changing the prototype', async () => {
  const { value, faults } = await read('{"a":{"__proto__":{"isAdmin":true}}}')
  expect(faults).toEqual([{ pointer: '/a/__proto__', reason: 'is not allowed as a key' }])
  expect((value as { a: { isAdmin?: boolean } }).a.isAdmin).toBeUndefined()
})

test('stops at its limits', async () => {
  const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`
  expect(await faultsIn(deep, { depth: 2 })).toEqual([' nests more than 2 levels deep'])
  expect(await faultsIn('[1,[2,3', { values: 3 })).toEqual([' holds more than 3 values'])
  expect(await faultsIn('[{"a":1,"b":2,"c":3', { keys: 2 })).toEqual(['/0 has more than 2 keys'])
  expect(await faultsIn('{"a":{"bcd":0', { keyLength: 2 })).toEqual(['/a has a key of more than 2 characters'])
  const long = (count: number) => `{"a":"${'\\u0061'.repeat(count)}","b":"\\u0000"}`
  expect(await faultsIn(long(2), { textLength: 2 })).toEqual(['/b contains a NUL character or an unpaired surrogate'])
  expect(await faultsIn(long(3), { textLength: 2 })).toEqual([
    '/a has more than 2 characters',
    '/b contains a NUL character or an unpaired surrogate',
  ])
  const repeated = Array.from({ length: 200 }, (_, index) => `"${index}":0,"${index}":1`)
  expect(await faultsIn(`{${repeated.join(',')}}`)).toHaveLength(100)
})

test('lets other work run while it reads a long text', async () => {
  let turns = 0
  const countTurns = () => {
    turns++
    next = setImmediate(countTurns)
  }
  let next = setImmediate(countTurns)
  await read(`[${Array(340_000).fill('[]').join(',')}]`)
  clearImmediate(next)
  expect(turns).toBeGreaterThan(0)
})
