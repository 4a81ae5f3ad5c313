import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { type JsonFault, maxFaults } from './invalid-body.ts'

Settings.Set({ maxErrors: maxFaults })

/** A violation of a schema. The reason is for people, the code for programs. */
export interface SchemaFault extends JsonFault {
  code: 'missing' | 'unknown' | 'format' | 'choice' | 'rule' | 'malformed'
}

/** Returns a function that returns the faults of a value. Request bodies, queries, history lines and commands share its
 *  messages. A message can name keys of the schema, and never contains the value. */
export function schemaCheck(schema: TSchema): (value: unknown) => SchemaFault[] {
  // Compiled at the first value: a service has fifty schemas, and compiling them all delays its start by 13 ms.
  let validator: ReturnType<typeof Compile<TSchema>> | undefined
  return (value) => {
    validator ??= Compile(schema)
    if (validator.Check(value)) return []
    const faults = validator.Errors(value).flatMap((error) => describe(schema, error as SchemaError))
    return faults.length > 0 ? faults : [{ pointer: '', code: 'malformed', reason: 'does not match the schema' }]
  }
}

interface SchemaError {
  keyword: string
  instancePath: string
  params: { requiredProperties?: string[]; additionalProperties?: string[]; allowedValues?: string[] }
  message: string
}

function describe(schema: TSchema, { keyword, instancePath: pointer, params, message }: SchemaError): SchemaFault[] {
  switch (keyword) {
    case 'required':
      return params.requiredProperties!.map((key) => ({
        pointer: `${pointer}/${key}`,
        code: 'missing',
        reason: 'is missing',
      }))
    case 'boolean':
      // TypeBox also reports each unknown key as `additionalProperties`.
      return []
    case 'additionalProperties':
      return params.additionalProperties!.map(() => ({ pointer, code: 'unknown', reason: unknownKey(schema) }))
    case 'enum':
      return [{ pointer, code: 'choice', reason: `must be one of ${params.allowedValues!.join(', ')}` }]
    case '~refine':
      return [{ pointer, code: 'rule', reason: message }]
    case 'pattern':
    case 'type':
      return [{ pointer, code: 'format', reason: message }]
    default:
      return [{ pointer, code: 'malformed', reason: message }]
  }
}

/** The reason for an object with a key that its schema does not define. */
export const unknownKey = (schema: { properties?: object }) =>
  `has an unknown key; the known keys are ${Object.keys(schema.properties ?? {}).join(', ')}`
