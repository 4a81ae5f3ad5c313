import { requestHeaders, responseHeaders } from './headers.ts'

/** A part of an OpenAPI document. */
type Part = Record<string, unknown>

type Operation = Part & { 'x-declared'?: Part & { parameters: unknown[] }; parameters?: unknown[] }

export interface Document extends Part {
  paths?: Record<string, Record<string, Operation>>
  components?: Record<string, Part>
}

/** The headers, as components that operations refer to. */
export const headerComponents = {
  parameters: Object.fromEntries(
    Object.entries(requestHeaders).map(([name, header]) => [name, { name, in: 'header', ...header }]),
  ),
  headers: responseHeaders,
}

/** Completes the document that @fastify/swagger generates. Adds the declared requests and responses unchanged: the plugin
 *  would convert them to OpenAPI 3.0. Writes each schema with an `$id` once. */
export function completeDocument({ paths = {}, components = {}, ...document }: Document): Document {
  const schemas: Part = {}
  const completed = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, withDeclared(operation)])),
  ])
  const referring = withReferences(Object.fromEntries(completed), schemas) as NonNullable<Document['paths']>
  return { ...document, paths: referring, components: { ...components, schemas: sorted(schemas) } }
}

function withDeclared({ 'x-declared': declared, parameters = [], ...operation }: Operation): Operation {
  if (!declared) return { ...operation, parameters }
  return { ...operation, ...declared, parameters: [...parameters, ...declared.parameters] }
}

/** Returns a copy that replaces each schema with an `$id` by a reference. Adds these schemas to `schemas`. */
function withReferences(part: unknown, schemas: Part): unknown {
  if (Array.isArray(part)) return part.map((item) => withReferences(item, schemas))
  if (typeof part !== 'object' || part === null) return part
  const { $id, ...members } = part as Part & { $id?: string }
  const copy = Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, withReferences(member, schemas)]),
  )
  if ($id === undefined) return copy
  schemas[$id] = copy
  return { $ref: `#/components/schemas/${$id}` }
}

const sorted = (part: Part) => Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
