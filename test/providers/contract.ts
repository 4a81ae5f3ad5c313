import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Compile } from 'typebox/schema'

/** A schema of OpenAPI 3.0. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  nullable?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  allOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  [keyword: string]: unknown
}

/** The parts of an OpenAPI document that the servers read. */
export interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
  [part: string]: unknown
}

/** Lists what is wrong with a value: a JSON pointer and the reason. */
export type FaultsOf = (value: unknown) => { pointer: string; reason: string }[]

export const readDocument = (name: string): Document =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${name}.openapi.json`), 'utf8'))

/** Compiles a schema. Properties that it does not name are faults, as for providers that refuse unknown parameters. */
export function validator(document: Document, schema: Schema): FaultsOf {
  const compiled = Compile(closed(document, schema))
  return (value) =>
    compiled.Errors(value)[1].map(({ instancePath, message }) => ({ pointer: instancePath, reason: message }))
}

/** Returns the schema as JSON Schema: references and `allOf` resolved, `nullable` as a type, objects closed. */
function closed(document: Document, schema: Schema): Schema {
  const { allOf = [], $ref, nullable, ...own } = schema
  if ($ref) return closed(document, document.components.schemas[$ref.split('/').at(-1)!]!)
  const { properties, items, oneOf, ...rest } = [...allOf.map((part) => closed(document, part)), own].reduce(merge, {})
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, closed(document, property)]),
      ),
      additionalProperties: rest.additionalProperties ?? false,
    }),
    ...(items && { items: closed(document, items) }),
    ...(oneOf && { oneOf: oneOf.map((choice) => closed(document, choice)) }),
    ...(nullable && rest.type && { type: [rest.type, 'null'].flat() }),
    ...(nullable && rest.enum && { enum: [...rest.enum, null] }),
  }
}

function merge(one: Schema, other: Schema): Schema {
  const properties = { ...one.properties }
  for (const [name, property] of Object.entries(other.properties ?? {})) {
    properties[name] = merge(properties[name] ?? {}, property)
  }
  const hasProperties = one.properties ?? other.properties
  return {
    ...one,
    ...other,
    ...(hasProperties && { properties }),
    ...((one.required ?? other.required) && { required: [...(one.required ?? []), ...(other.required ?? [])] }),
  }
}
