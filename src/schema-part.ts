import { type TSchema, Type } from 'typebox'
import { type JsonFault, maxFaults, pointerPart } from './invalid-body.ts'
import { schemaCheck, unknownKey } from './schema-faults.ts'

/** Checks one level of a value. Returns the nested values with their own checks, or an empty list if the value has
 *  too many. */
export type SchemaPart = (value: unknown, pointer: string) => { faults: JsonFault[]; nested: Nested[] }

export interface Nested {
  part: SchemaPart
  value: unknown
  pointer: string
}

/** Splits a schema into levels. Between two levels, a check can stop or yield to the event loop. */
export function schemaPart(schema: TSchema): SchemaPart {
  if (Type.IsArray(schema)) return arrayPart(schema)
  if (Type.IsObject(schema)) return objectPart(schema)
  const faultsOf = faultsBy(schema)
  return (value, pointer) => ({ faults: faultsOf(value, pointer), nested: [] })
}

function arrayPart(schema: TSchema & { items: TSchema; maxItems?: number }): SchemaPart {
  const part = schemaPart(schema.items)
  // Not `Type.Unknown()`: TypeBox would visit each item.
  const faultsOf = faultsBy(changed(schema, { items: undefined }))
  const { maxItems = Number.POSITIVE_INFINITY } = schema
  return (value, pointer) => {
    const items = Array.isArray(value) && value.length <= maxItems ? value : []
    return {
      faults: faultsOf(value, pointer),
      nested: items.map((item, index) => ({ part, value: item, pointer: `${pointer}/${index}` })),
    }
  }
}

type ObjectSchema = TSchema & { properties: Record<string, TSchema>; additionalProperties?: unknown }

function objectPart(schema: ObjectSchema): SchemaPart {
  const properties = Object.entries(schema.properties)
  const deep = properties.filter(([, property]) => isDeep(property))
  const parts = deep.map(([key, property]) => ({ key, part: schemaPart(property) }))
  const shallow = Object.fromEntries(deep.map(([key]) => [key, Type.Unknown()]))
  const faultsOf = faultsBy(changed(schema, { properties: { ...schema.properties, ...shallow } }))
  const maxKeys = schema.additionalProperties === false ? properties.length + maxFaults : Number.POSITIVE_INFINITY
  return (value, pointer) => {
    if (!isObject(value)) return { faults: faultsOf(value, pointer), nested: [] }
    if (Object.keys(value).length > maxKeys) return { faults: [{ pointer, reason: unknownKey(schema) }], nested: [] }
    const nested = parts.filter(({ key }) => Object.hasOwn(value, key))
    return {
      faults: faultsOf(value, pointer),
      nested: nested.map(({ key, part }) => ({ part, value: value[key], pointer: `${pointer}/${pointerPart(key)}` })),
    }
  }
}

const isDeep = (schema: TSchema) => Type.IsArray(schema) || Type.IsObject(schema)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a copy with changed members. A spread would lose non-enumerable members, such as TypeBox's refinements. */
const changed = (schema: TSchema, members: object): TSchema =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(schema), ...Object.getOwnPropertyDescriptors(members) },
  )

function faultsBy(schema: TSchema): (value: unknown, pointer: string) => JsonFault[] {
  const check = schemaCheck(schema)
  return (value, pointer) => {
    const faults = check(value).map((fault) => ({ pointer: pointer + fault.pointer, reason: fault.reason }))
    return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.reason}`, fault])).values()]
  }
}
