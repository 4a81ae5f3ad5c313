import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageColours } from './page-colours.ts'

test('the pages that the service renders have the colours of the built pages', () => {
  const tokens = readFileSync(new URL('../../../web/shared/look/tokens.css', import.meta.url), 'utf8')
  const values = tokens.matchAll(/--([a-z-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)
  const colours = new Map(Array.from(values, ([, name, light, dark, both]) => [name, [light ?? both, dark ?? both]]))
  for (const [name, pair] of Object.entries(pageColours))
    expect({ name, pair: colours.get(name) }).toEqual({ name, pair })
})
