import type { TSchema } from 'typebox'
import { expect } from 'vitest'
import { appRoutes } from '../../../test/app-routes.ts'
import { serviceTest } from '../../../test/rollcall.ts'
import { literalsOf } from '../errors/cut-excess.ts'
import { faultFinder } from '../errors/json-faults.ts'

interface Part {
  path: string[]
  kind: 'array' | 'record' | 'object'
  max: number | undefined
  /** A body with this value at the part's place. */
  holding(value: unknown): unknown
}

/** Lists the arrays, records and objects of a schema. */
function* partsOf(schema: TSchema, path: string[] = [], holding: Part['holding'] = (value) => value): Generator<Part> {
  const { anyOf, items, properties, patternProperties, type, maxItems, maxProperties, additionalProperties } =
    schema as {
      anyOf?: TSchema[]
      items?: TSchema
      properties?: Record<string, TSchema>
      patternProperties?: Record<string, TSchema>
      [key: string]: unknown
    }
  const max = (value: unknown) => value as number | undefined
  const types = [type].flat()
  for (const alternative of anyOf ?? []) yield* partsOf(alternative, path, holding)
  if (types.includes('array')) {
    yield { path, kind: 'array', max: max(maxItems), holding }
    yield* partsOf(items!, [...path, '0'], (value) => holding([value]))
  }
  if (patternProperties) {
    yield { path, kind: 'record', max: max(maxProperties), holding }
    for (const member of Object.values(patternProperties)) yield* partsOf(member, [...path, 'k'], (k) => holding({ k }))
  } else if (types.includes('object'))
    yield { path, kind: 'object', max: additionalProperties === false ? 0 : undefined, holding }
  const literals = Object.fromEntries(literalsOf(schema as { properties?: Record<string, TSchema> }))
  for (const [key, property] of Object.entries(properties ?? {}))
    yield* partsOf(property, [...path, key], (value) => holding({ ...literals, [key]: value }))
}

/** Fails a check that reads it. */
const trap = new Proxy(
  {},
  {
    get: () => expect.fail('The check reads an item beyond the maximum.'),
    ownKeys: () => expect.fail('The check reads an item beyond the maximum.'),
  },
)

const excess = 2_000

const bodies = () => appRoutes.filter(({ schema }) => schema?.body && !(schema.body as { anyText?: true }).anyText)

serviceTest('every array and object in the body of a request has a maximum', async ({ app }) => {
  await app.ready()
  const unbounded = bodies().flatMap(({ method, url, schema }) =>
    [...partsOf(schema!.body as TSchema)]
      .filter(({ max }) => max === undefined)
      .map(({ path, kind }) => `${method} ${url} /${path.join('/')} ${kind}`),
  )
  expect([...new Set(unbounded)]).toEqual([])
})

serviceTest('the check of a body reads no members beyond the maximum of an array or object', async ({ app }) => {
  await app.ready()
  let checked = 0
  for (const { url, schema } of bodies()) {
    const body = schema!.body as TSchema
    const faultsOf = faultFinder(body)
    for (const { path, kind, max = 0, holding } of partsOf(body)) {
      const pointer = path.map((key) => `/${key}`).join('')
      const count = max + excess
      const value =
        kind === 'array'
          ? Array.from({ length: count }, (_, index) => (index <= max ? {} : trap))
          : Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, index <= max + 40 ? 0 : trap]))
      const { faults } = faultsOf(holding(value))
      expect([url, pointer, faults.length > 0]).toEqual([url, pointer, true])
      checked++
    }
  }
  expect(checked).toBeGreaterThan(40)
})
