import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { Problem } from './errors.ts'

// Eight by default, of which unknown keys would use up all.
Settings.Set({ maxErrors: 10_000 })

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
    const faults = compiled
      .Errors(value)
      .flatMap(({ keyword, schemaPath, instancePath, params, message }): JsonFault[] => {
        if (keyword === 'required') {
          const { requiredProperties } = params as { requiredProperties: string[] }
          return requiredProperties.map((key) => ({ pointer: `${instancePath}/${key}`, reason: 'is missing' }))
        }
        // Told once more as "must not be there" for each key that is too many.
        if (keyword === 'boolean') return []
        if (keyword === 'additionalProperties') {
          const known = Object.keys(at(schema, schemaPath).properties ?? {}).join(', ')
          return [{ pointer: instancePath, reason: `has an unknown key; there are ${known}` }]
        }
        if (keyword === 'enum') {
          const { allowedValues } = params as { allowedValues: string[] }
          return [{ pointer: instancePath, reason: `must be one of ${allowedValues.join(', ')}` }]
        }
        return [{ pointer: instancePath, reason: message }]
      })
    // Whatever is told of it, what does not fit is a fault.
    if (faults.length === 0) return [{ pointer: '', reason: 'does not have the shape that is asked for' }]
    return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.reason}`, fault])).values()]
  }
}

/** The part of a schema that a path such as `#/properties/a` leads to. */
const at = (schema: TSchema, path: string) =>
  path
    .split('/')
    .slice(1)
    .reduce((part, key) => part[key] as Record<string, unknown>, schema as Record<string, unknown>) as {
    properties?: object
  }

export const invalidBody = (faults: JsonFault[]) =>
  new Problem('invalid-body', { errors: faults.map(({ pointer, reason }) => ({ parameter: pointer, reason })) })

/** @throws Problem invalid-body when there are any */
export function refuse(faults: JsonFault[]) {
  if (faults.length > 0) throw invalidBody(faults)
}

/** Gives a body that has the shape of the schema, and throws Problem invalid-body for any other. */
export function bodyReader<Schema extends TSchema>(schema: Schema): (body: unknown) => Static<Schema> {
  const faultsOf = faultFinder(schema)
  return (body) => {
    refuse(faultsOf(body))
    return body as Static<Schema>
  }
}

/** Pointers to the texts that cannot be stored: neither engine keeps a NUL, nor can UTF-8 write half a surrogate pair. */
export function unstorable(value: unknown): JsonFault[] {
  const faults: JsonFault[] = []
  // A list of its own rather than recursion: a body may be nested as deep as it is long.
  const left = [{ value, pointer: '' }]
  for (let one = left.pop(); one; one = left.pop()) {
    const { value, pointer } = one
    if (typeof value === 'string' && !isStorable(value)) {
      faults.push({ pointer, reason: 'holds a NUL or half a character' })
    }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, part] of Object.entries(value)) {
      if (isStorable(key)) left.push({ value: part, pointer: `${pointer}/${escaped(key)}` })
      else faults.push({ pointer, reason: 'has a key with a NUL or half a character' })
    }
  }
  return faults.reverse()
}

// RFC 6901, section 3.
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
