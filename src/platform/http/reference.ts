import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'
import { type TSchema, Type } from 'typebox'
import packageJson from '../../../package.json' with { type: 'json' }
import { type ProblemCode, problemKind } from '../errors/problem-kinds.ts'
import type { RequestHeader, ResponseHeader } from './headers.ts'
import { completeDocument, type Document, headerComponents } from './openapi.ts'
import { ProblemDetails, problemExamples } from './problem-details.ts'
import { referencePage } from './reference-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route needs no credential. */
    public?: true
    /** The media type of a body that is a file. The route reads it itself. */
    upload?: string
    /** The request headers that the route reads. */
    requestHeaders?: readonly RequestHeader[]
    /** The successful responses. Only for the OpenAPI document. Fastify would compile unused serialisers from a response
     *  schema: routes send stored records unchanged, and the error handler serialises problems. */
    responses?: Responses
    /** The route's own problems. The OpenAPI document adds those of its scope, parameters, headers and body. */
    problems?: readonly ProblemCode[]
  }
}

interface ResponseDescription {
  description: string
  headers: Record<string, unknown>
  content?: Record<string, unknown>
}

type Responses = Record<number, ResponseDescription>

/** Describes a response. `content` is empty for no body; every response also has the header `Request-Id`. */
export function response(
  description: string,
  content: Record<string, TSchema>,
  ...headers: ResponseHeader[]
): ResponseDescription {
  const media = Object.entries(content).map(([type, schema]) => [type, { schema, ...exampleOf(type, schema) }])
  return {
    description,
    headers: referTo(['Request-Id', ...headers]),
    ...(media.length > 0 && { content: Object.fromEntries(media) }),
  }
}

/** A response whose body is JSON. */
export const json = (description: string, schema: TSchema, ...headers: ResponseHeader[]) =>
  response(description, { 'application/json': schema }, ...headers)

const referTo = (names: readonly ResponseHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The content of a response that carries a list in several media types. OpenAPI 3.1 describes bodies other than JSON only as
 *  strings. */
export const listContent = (mediaTypes: readonly string[], item: TSchema) =>
  Object.fromEntries(
    mediaTypes.map((type) => [type, type === 'application/json' ? Type.Array(item) : Type.String(textFormats[type])]),
  )

const textFormats: Record<string, { description: string }> = {
  'application/x-ndjson': { description: 'One record as JSON on each line.' },
  'text/csv': { description: 'A line with the names of the columns, and one row for each record (RFC 4180).' },
  'text/event-stream': { description: 'One server-sent event for each record. Its data is the record as JSON.' },
}

/** Returns the schema's first example, in the format of the media type. */
function exampleOf(mediaType: string, schema: TSchema) {
  if (mediaType !== 'application/json') return {}
  const { examples, items } = schema as { examples?: unknown[]; items?: { examples?: unknown[] } }
  const example = items?.examples ?? examples?.[0]
  return example !== undefined && { example }
}

/** The query schema of an operation without query parameters. */
const NoQuery = Type.Object({}, { additionalProperties: false })

/** HTTP problems that a request to any path can cause. */
const httpProblems = [
  'invalid-request',
  'request-timeout',
  'uri-too-long',
  'headers-too-large',
  'internal',
] as const satisfies ProblemCode[]

const problemHeaders: Record<number, ResponseHeader[]> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const problemResponse = (status: number, codes: ProblemCode[], kept: ResponseHeader[]): ResponseDescription => ({
  description: codes.map((code) => `\`${code}\`: ${problemKind(code).title}`).join('; '),
  headers: referTo(['Request-Id', ...(problemHeaders[status] ?? []), ...kept]),
  content: {
    'application/problem+json': {
      schema: ProblemDetails,
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

interface Operation {
  url: string
  /** Whether it can change data. */
  isChange: boolean
}

/** The problems that follow from the declarations of a route. */
function derivedProblems(
  { scope, tests, upload, entities, requestHeaders = [] }: FastifyContextConfig,
  schema: RouteSchema,
  { url, isChange }: Operation,
) {
  const when = (isSo: unknown, ...codes: ProblemCode[]) => (isSo ? codes : [])
  const { params, querystring, body } = schema
  return [
    ...httpProblems,
    ...when(scope, 'missing-credential', 'invalid-token', 'session-ended', 'rate-limited', 'database-unavailable'),
    ...when(scope && scope !== 'any', 'insufficient-scope'),
    ...when(entities === 'all', 'all-entities-required'),
    ...when(scope && isChange, 'cross-site-request'),
    ...when(scope && isChange && tests !== 'any', 'test-token'),
    ...when(scope && url.includes(':entity_id'), 'entity-not-found'),
    ...when((params as Type.TObject | undefined)?.properties.start_date, 'invalid-date', 'reversed-range'),
    ...when(querystring, 'invalid-parameter'),
    ...when(requestHeaders.includes('Idempotency-Key'), 'idempotency-key-reused'),
    ...when(requestHeaders.includes('If-Match'), 'changed-meanwhile'),
    ...when(upload, 'unsupported-media-type'),
    ...when(body, 'body-too-large', 'unsupported-media-type', 'invalid-body'),
  ]
}

/** Returns the responses of an operation: its success, and its problems grouped by status. */
function responsesOf(config: FastifyContextConfig, schema: RouteSchema, operation: Operation): Responses {
  const { responses = {}, problems = [] } = config
  const codes = new Set([...derivedProblems(config, schema, operation), ...problems])
  const byStatus = Map.groupBy(codes, (code) => problemKind(code).status)
  const headersOfSuccess = Object.assign({}, ...Object.values(responses).map(({ headers }) => headers))
  const kept = Object.keys(headersOfSuccess).filter((name) => name.startsWith('Rollcall-')) as ResponseHeader[]
  const described = [...byStatus].map(([status, kinds]) => [status, problemResponse(status, kinds, kept)])
  return { ...responses, ...Object.fromEntries(described) }
}

const scopeNote = (scope: string, alternative: FastifyContextConfig['alternativeScope']) =>
  scope === 'any'
    ? 'An access token with any scope is sufficient.'
    : `Scope: \`${scope}\`${alternative ? `, or \`${alternative.scope}\`` : ''}${alternative?.appliesTo ? ` for ${alternative.appliesTo}` : ''}.`

type RouteSchema = NonNullable<RouteOptions['schema']>

/** Converts a route's declarations to parts of an OpenAPI operation. */
function declaredBy(config: FastifyContextConfig, schema: RouteSchema, operation: Operation) {
  const { scope, upload, requestHeaders = [] } = config
  const body = schema.body as TSchema | undefined
  return {
    security: scope ? [{ accessToken: [] }, { session: [] }] : [],
    parameters: requestHeaders.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...(body && {
      requestBody: {
        required: !Type.IsOptional(body),
        content: { 'application/json': { schema: body, ...exampleOf('application/json', body) } },
      },
    }),
    ...(upload !== undefined && {
      // Not required: the response to an empty file says so, too.
      requestBody: { required: false, content: { [upload]: { schema: { type: 'string' } } } },
    }),
    responses: responsesOf(config, schema, operation),
  }
}

const tags = [
  { name: 'administration', description: 'Entities and access tokens, set up by an administrator.' },
  { name: 'access', description: 'What an access token may do, and for which entities.' },
  {
    name: 'actions',
    description: 'What contacts did: confirm, ask for another time, cancel, arrive; and reversed arrivals.',
  },
  { name: 'events', description: 'What happened to the notifications of an entity, as one log.' },
  { name: 'check-in', description: 'The appointment behind a QR code, and the arrival at the front desk.' },
  { name: 'notifications', description: 'Notifications, the tasks they came in, their deliveries, and replies.' },
  { name: 'settings', description: 'When contacts get messages.' },
  { name: 'sources', description: "Files of a clinic's own system, and how their columns map to fields." },
  { name: 'templates', description: "An entity's own words for messages." },
  { name: 'webhooks', description: "The addresses of other systems to which the service posts an entity's events." },
  { name: 'privacy', description: 'How long data of contacts are kept, and what keeps them from deletion.' },
  { name: 'operation', description: 'Health and metrics, for the operator.' },
]

/** Rejects query parameters of routes that declare none. Serves `/openapi.json`, generated from the declarations of the routes, and the page `/docs`. */
export async function reference(app: FastifyInstance, origin: () => string) {
  app.addHook('onRoute', (route) => {
    if (route.config?.scope) route.schema = { querystring: NoQuery, ...route.schema }
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Rollcall',
        version: packageJson.version,
        description: 'Notifications that get answered: what contacts did, and the appointment behind a QR code.',
        // No licence is granted. SPDX has no identifier for that, but allows custom ones.
        license: { name: packageJson.license, identifier: `LicenseRef-${packageJson.license}` } as { name: string },
      },
      tags,
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', description: 'An access token, such as rc_….' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-rollcall',
            description: 'The session of a person who has signed in. Only pages of this service can use it.',
          },
        },
        ...(headerComponents as object),
        examples: problemExamples,
      },
    },
    transform({ schema = {}, url, route: { config = {}, method } }) {
      const { body: _, ...described } = schema
      const note = config.scope && scopeNote(config.scope, config.alternativeScope)
      return {
        schema: {
          ...described,
          ...(note && { description: [described.description, note].filter(Boolean).join('\n\n') }),
          'x-declared': declaredBy(config, schema, { url, isChange: !['GET', 'HEAD'].includes(String(method)) }),
        },
        url,
      }
    },
    transformObject: (made) =>
      'openapiObject' in made ? completeDocument(made.openapiObject as Document) : made.swaggerObject,
  })
  await app.register(referencePage)
  // Built at the first request: the origin is known once the server listens.
  let document: Buffer | undefined
  app.get('/openapi.json', { config: { public: true }, schema: { hide: true } }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify({ ...app.swagger(), servers: [{ url: origin() }] }))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
