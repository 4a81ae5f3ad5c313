import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { Compile } from 'typebox/schema'
import { memoize } from '../src/platform/scheduling/memoize.ts'
import { type InjectedRequest, recordExchange } from './record-exchange.ts'

interface Response {
  headers: Record<string, unknown>
  content?: Record<string, { schema: object }>
}

interface Operation {
  operationId: string
  responses: Record<string, Response>
}

export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { headers: Record<string, { required: boolean }>; schemas: Record<string, { examples?: object[] }> }
}

/** The responses so far, as `operationId status media-type`. */
export const seen = new Set<string>()

/** The same names for all responses below 400 that the document declares. */
export const declaredSuccesses = ({ paths }: Document) =>
  Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) < 400)
        .flatMap(([status, { content }]) =>
          (content ? Object.keys(content) : ['']).map((mediaType) => nameOf(operationId, status, mediaType)),
        ),
    )

const nameOf = (...parts: (string | number)[]) => parts.join(' ').trim()

// Made once: it takes 9 ms, and each test has a service of its own.
let document: Document | undefined

/** Makes each injected request fail if the OpenAPI document does not declare its response: the status, the headers that
 *  the document knows, the media type, and each member of the JSON. */
export function checkResponses(app: FastifyInstance) {
  const inject = app.inject.bind(app) as (request: string | InjectedRequest) => Promise<LightMyRequestResponse>
  app.inject = (async (request: string | InjectedRequest) => {
    const response = await inject(request)
    document ??= (app as unknown as { swagger(): Document }).swagger()
    check(document, typeof request === 'string' ? { url: request } : request, response)
    return response
  }) as typeof app.inject
}

function check(document: Document, request: InjectedRequest, response: LightMyRequestResponse) {
  const { url, method = 'GET' } = request
  const operation = findOperation(document, method, url)
  if (!operation) return
  const { statusCode: status, headers } = response
  const mediaType = String(headers['content-type'] ?? '').split(';')[0]!
  const name = nameOf(operation.operationId, status, mediaType)
  const declared = operation.responses[status]
  if (!declared) throw new Error(`${name}: the document does not declare the status`)

  for (const [header, { required }] of Object.entries(document.components.headers)) {
    const isSent = headers[header.toLowerCase()] !== undefined
    if (isSent && !(header in declared.headers)) throw new Error(`${name}: the document does not declare ${header}`)
    if (!isSent && header in declared.headers && required) throw new Error(`${name}: the response lacks ${header}`)
  }

  if (method !== 'HEAD' && mediaType !== '') {
    const content = declared.content?.[mediaType]
    if (!content) throw new Error(`${name}: the document does not declare the media type`)
    const read = readers[mediaType]
    if (!read) throw new Error(`${name}: nothing checks this media type`)
    // The document describes lines of JSON as a text. They have the records of the JSON list.
    const { schema } = mediaType === 'application/x-ndjson' ? declared.content!['application/json']! : content
    const validator = validatorOf(name, document, schema)
    const text = textOf(response)
    const value = read(text)
    if (!validator.Check(value)) throw new Error(`${name}: ${JSON.stringify(validator.Errors(value)[1])}`)
    recordExchange(name, request, response, text)
  }
  seen.add(name)
}

function findOperation({ paths }: Document, method: string, url: string): Operation | undefined {
  const path = url.split('?', 1)[0]!
  const name = method === 'HEAD' ? 'get' : method.toLowerCase()
  // A path without parameters in its place can also match one with a parameter, which has other methods.
  return Object.entries(paths).find(([template, ofPath]) => ofPath[name] && patternOf(template).test(path))?.[1][name]
}

const patternOf = memoize(1_000, (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`))

const readers: Record<string, (text: string) => unknown> = {
  'application/json': (text) => JSON.parse(text),
  'application/problem+json': (text) => JSON.parse(text),
  'application/x-ndjson': (text) => text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : [])),
  // The test of formats compares the cells with the records.
  'text/csv': (text) => text,
  'text/html': (text) => text,
  'text/plain': (text) => text,
  'image/png': (text) => text,
}

function textOf({ headers, rawPayload }: LightMyRequestResponse): string {
  const decode = { gzip: gunzipSync, zstd: zstdDecompressSync }[String(headers['content-encoding'])]
  return String(decode ? decode(rawPayload) : rawPayload)
}

const validators = new Map<string, ReturnType<typeof Compile>>()

const validatorOf = (name: string, { components }: Document, schema: object) =>
  validators.getOrInsertComputed(name, () => Compile(closed({ components, ...schema }) as object))

/** A copy in which objects have no members but the declared ones. Clients accept others, because later versions may add some. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed)
  if (typeof part !== 'object' || part === null) return part
  const copy = Object.fromEntries(Object.entries(part).map(([name, member]) => [name, closed(member)]))
  return copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy
}
