import { type TObject, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { literalsOf } from './cut-excess.ts'
import { type JsonFault, maxFaults } from './invalid-body.ts'

Settings.Set({ maxErrors: maxFaults })

/** A violation of a schema. The reason is for people, the code for programs. */
export interface SchemaFault extends JsonFault {
  code: 'missing' | 'unknown' | 'format' | 'choice' | 'rule' | 'malformed'
}

type SchemaCheck = (value: unknown) => SchemaFault[]

/** Returns a function that returns the faults of a value. Request bodies, queries, history lines and commands share its
 *  messages. A message can name keys of the schema, and never contains the value. */
export function schemaCheck(schema: TSchema): SchemaCheck {
  if (Type.IsUnion(schema)) return unionCheck(schema.anyOf as TObject[])
  // Compiled at the first value: a service has fifty schemas, and compiling them all delays its start by 13 ms.
  let validator: ReturnType<typeof Compile<TSchema>> | undefined
  return (value) => {
    validator ??= Compile(schema)
    if (validator.Check(value)) return []
    const faults = validator.Errors(value).flatMap((error) => describe(schema, error as SchemaError))
    return faults.length > 0 ? faults : [{ pointer: '', code: 'malformed', reason: 'does not match the schema' }]
  }
}

/** Checks a value by the member of a union of objects whose literals it has. If there is none, checks only the properties
 *  that all members share, and reports the literals. */
function unionCheck(members: TObject[]): SchemaCheck {
  const kinds = members.map((member) => ({ literals: literalsOf(member), check: schemaCheck(member) }))
  const { properties } = members[0]!
  const shared = Object.entries(properties).map(([key, property]) => {
    const isShared = members.every((member) => member.properties[key] === property)
    return [key, isShared ? property : Type.IsLiteral(property) ? Type.String() : Type.Unknown()]
  })
  const sharedCheck = schemaCheck(Type.Object(Object.fromEntries(shared), { additionalProperties: false }))
  const keys = kinds[0]!.literals.map(([key]) => key)
  const unknown: SchemaFault = {
    pointer: `/${keys.at(-1)}`,
    code: 'choice',
    reason: `does not form a known pair with the ${keys[0]}; the known pairs are ${kinds.map(({ literals }) => literals.map(([, value]) => value).join('/')).join(', ')}`,
  }
  return (value) => {
    const given = (value ?? {}) as Record<string, unknown>
    const kind = kinds.find(({ literals }) => literals.every(([key, literal]) => given[key] === literal))
    if (kind) return kind.check(value)
    const faults = sharedCheck(value)
    return keys.every((key) => typeof given[key] === 'string') ? [...faults, unknown] : faults
  }
}

interface SchemaError {
  keyword: string
  schemaPath: string
  instancePath: string
  params: { requiredProperties?: string[]; allowedValues?: string[] }
  message: string
}

function describe(
  root: TSchema,
  { keyword, schemaPath, instancePath: pointer, params, message }: SchemaError,
): SchemaFault[] {
  switch (keyword) {
    case 'required':
      return params.requiredProperties!.map((key) => ({
        pointer: `${pointer}/${key}`,
        code: 'missing',
        reason: 'is missing',
      }))
    case 'boolean': {
      // The schema of unknown keys, `additionalProperties`, is false.
      const [, ...path] = schemaPath.split('/')
      const schema = path.slice(0, -1).reduce((part, key) => (part as Record<string, TSchema>)[key]!, root)
      const reason = `has an unknown key; the known keys are ${Object.keys((schema as TObject).properties).join(', ')}`
      return [{ pointer: pointer.slice(0, pointer.lastIndexOf('/')), code: 'unknown', reason }]
    }
    case 'additionalProperties':
      // TypeBox also reports each unknown key as `boolean`.
      return []
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
