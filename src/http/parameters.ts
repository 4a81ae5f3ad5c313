import type { FastifySchemaCompiler } from 'fastify'
import { type TObject, Type } from 'typebox'
import { type ParameterFault, Problem } from '../errors.ts'
import { type SchemaFault, schemaCheck } from '../schema-faults.ts'

type Parameters = Record<string, unknown>

/** Compiles the check of a route's path or query. A parameter arrives as text, or as a list of texts when it is repeated.
 *  Where the schema has an integer, digits become a number; where it has a list, one text becomes a list of one.
 *  The check gives Problem invalid-date or invalid-parameter. */
export const parameterCheck: FastifySchemaCompiler<TObject> = ({ schema }) => {
  const check = schemaCheck(schema)
  const readers = Object.entries(schema.properties).flatMap(([name, property]) => {
    const read = Type.IsInteger(property) ? integer : Type.IsArray(property) ? list : undefined
    return read ? [{ name, read }] : []
  })
  return (given: Parameters) => {
    for (const { name, read } of readers) if (given[name] !== undefined) given[name] = read(given[name])
    const faults = check(given)
    return faults.length === 0 ? true : { error: invalidParameters(faults) }
  }
}

// Number() alone also reads Infinity, 1e400, 0x10 and blanks. Fifteen digits are exact.
const integer = (value: unknown) => (typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value)

const list = (value: unknown) => [value].flat()

function invalidParameters(faults: SchemaFault[]): Problem {
  const errors = faults.map(
    ({ pointer, code }): ParameterFault => ({ parameter: pointer.split('/')[1] ?? '*', reason: code }),
  )
  const isDate = errors.every(({ parameter }) => parameter.endsWith('_date'))
  return new Problem(isDate ? 'invalid-date' : 'invalid-parameter', { errors })
}
