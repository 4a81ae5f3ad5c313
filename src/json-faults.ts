import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** Something wrong with a JSON value: a JSON pointer (RFC 6901) to where, and what would be right. */
export interface JsonFault {
  pointer: string
  reason: string
}

/** Finds all that is wrong with a value. Never tells what it holds but the names of unknown keys, on `keys`. */
export function faultFinder(schema: TSchema): (value: unknown) => JsonFault[] {
  const compiled = Compile(schema)
  return (value) => {
    if (compiled.Check(value)) return []
    const faults = compiled.Errors(value).flatMap(({ keyword, instancePath, params, message }): JsonFault[] => {
      if (keyword === 'required') {
        const { requiredProperties } = params as { requiredProperties: string[] }
        return requiredProperties.map((key) => ({ pointer: `${instancePath}/${key}`, reason: 'is missing' }))
      }
      // Told once more as "must not be there" for each key that is too many.
      if (keyword === 'boolean') return []
      if (keyword === 'additionalProperties') return [{ pointer: instancePath, reason: 'has an unknown key' }]
      return [{ pointer: instancePath, reason: message }]
    })
    return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.reason}`, fault])).values()]
  }
}

/** Pointers to the texts that cannot be stored: neither engine keeps a NUL, nor can UTF-8 write half a surrogate pair. */
export function unstorable(value: unknown, pointer = ''): JsonFault[] {
  if (typeof value === 'string')
    return isStorable(value) ? [] : [{ pointer, reason: 'holds a NUL or half a character' }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part], index) =>
    isStorable(key)
      ? unstorable(part, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
      : [{ pointer: `${pointer}/${index}`, reason: 'has a key with a NUL or half a character' }],
  )
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
