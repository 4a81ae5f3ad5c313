import type { Params } from './plugin.ts'
import { plugins } from './registry.ts'

const knownParams = [...new Set(plugins.flatMap(({ params }) => Object.keys(params.properties)))]

export const paramColumns = [
  ...knownParams.map((key) => `params.${key}`),
  // The other params, as JSON.
  'params.other',
]

/** Returns the cells of `paramColumns`. */
export function paramCells(params: Params): unknown[] {
  const other = Object.entries(params).filter(([key]) => !knownParams.includes(key))
  return [...knownParams.map((key) => params[key]), other.length > 0 ? JSON.stringify(Object.fromEntries(other)) : '']
}
