import type { FastifySchemaCompiler } from 'fastify'
import { type TObject, Type } from 'typebox'
import { type ParameterFault, Problem } from '../errors/errors.ts'
import { type SchemaFault, schemaCheck } from '../errors/schema-faults.ts'

type Parameters = Record<string, unknown>

/** Compiles the check of a route's path or query. A parameter arrives as a string, or as a list when it is repeated.
 *  The check first converts digits to a number for an integer schema, and a string to a list for an array schema.
 *  It fails with Problem invalid-date or invalid-parameter. */
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

// Number() also accepts Infinity, 1e400, 0x10 and blanks. An integer of fifteen digits is exact.
const integer = (value: unknown) => (typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value)

const list = (value: unknown) => [value].flat()

function invalidParameters(faults: SchemaFault[]): Problem {
  const errors = faults.map(
    ({ pointer, code, reason }): ParameterFault => ({
      parameter: pointer.split('/')[1] ?? '*',
      // The code alone would not name the valid values, or the rule.
      reason: code === 'choice' || code === 'rule' ? reason : code,
    }),
  )
  const isDate = errors.every(({ parameter }) => parameter.endsWith('_date'))
  return new Problem(isDate ? 'invalid-date' : 'invalid-parameter', { errors })
}
