import type { FastifySchemaCompiler } from 'fastify'
import { type TObject, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type ParameterFault, Problem } from '../errors.ts'

type Parameters = Record<string, unknown>

/** Compiles the check of a route's path or query. A parameter arrives as text, or as a list of texts when it is repeated.
 *  Where the schema has an integer, digits become a number; where it has a list, one text becomes a list of one.
 *  The check gives Problem invalid-date or invalid-parameter. */
export const parameterCheck: FastifySchemaCompiler<TObject> = ({ schema }) => {
  const compiled = Compile(schema)
  const readers = Object.entries(schema.properties).flatMap(([name, property]) => {
    const read = Type.IsInteger(property) ? integer : Type.IsArray(property) ? list : undefined
    return read ? [{ name, read }] : []
  })
  return (given: Parameters) => {
    for (const { name, read } of readers) if (given[name] !== undefined) given[name] = read(given[name])
    return compiled.Check(given) ? true : { error: invalidParameters(compiled.Errors(given)) }
  }
}

// Number() alone also reads Infinity, 1e400, 0x10 and blanks. Fifteen digits are exact.
const integer = (value: unknown) => (typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value)

const list = (value: unknown) => [value].flat()

function invalidParameters(found: ReturnType<ReturnType<typeof Compile>['Errors']>): Problem {
  const errors = found.flatMap(({ keyword, instancePath, params }): ParameterFault[] => {
    // Each unknown parameter is reported with its object as well.
    if (keyword === 'boolean') return []
    if (keyword !== 'additionalProperties') {
      return [{ parameter: instancePath.split('/')[1] ?? '*', reason: reasons[keyword] ?? 'malformed' }]
    }
    const { additionalProperties } = params as { additionalProperties: string[] }
    return additionalProperties.map(() => ({ parameter: '*', reason: 'unknown' }))
  })
  const isDate = errors.every(({ parameter }) => parameter.endsWith('_date'))
  return new Problem(isDate ? 'invalid-date' : 'invalid-parameter', { errors })
}

const reasons: Record<string, string> = { pattern: 'format', type: 'format', required: 'missing' }
