import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import packageJson from '../../package.json' with { type: 'json' }
import { type ProblemCode, problemKind } from '../errors.ts'
import { everyAnswer } from './problems.ts'
import { declareRoutesPublic } from './public-routes.ts'

const ProblemDetails = Type.Object({
  type: Type.String({ format: 'uri', description: 'The page about this problem.' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: 'What to do about it.' }),
  code: Type.String({ description: 'Stable: branch on this.' }),
  instance: Type.String({ description: 'urn:uuid: and the request id.' }),
  reason: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(Type.Object({ parameter: Type.String(), reason: Type.String() }), {
      description: 'The faults of the request, at most 100. A fault of a JSON body has a JSON pointer as `parameter`.',
    }),
  ),
})

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route needs no credential. */
    public?: true
    /** For the reference alone: as the route's response schema, Fastify would compile serialisers from it, though
     *  stored records go out as they are and problems by their own handler. */
    answers?: Answers
    /** The body, where the route checks it itself, with rules that JSON Schema does not know. */
    body?: TSchema
  }
}

type Answers = Record<number, object>

/** An answer's description, for `describeAnswers`. */
export const json = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
})

/** The query of an operation that takes none. */
export const NoQuery = Type.Object({}, { additionalProperties: false })

/** What an operation answers: its success, and its problems by status. */
export function describeAnswers(success: Answers, ...codes: ProblemCode[]): Answers {
  const byStatus = Map.groupBy(codes, (code) => problemKind(code).status)
  const problems = Object.fromEntries(
    [...byStatus].map(([status, kinds]) => [
      status,
      {
        description: kinds.map((code) => `\`${code}\`: ${problemKind(code).title}`).join('; '),
        content: { 'application/problem+json': { schema: ProblemDetails } },
      },
    ]),
  )
  return { ...success, ...problems }
}

/** What every operation that any credential may ask for can answer with. */
export const credentialProblems = [
  'invalid-request',
  'missing-credential',
  'invalid-token',
  'rate-limited',
  'internal',
  'database-unavailable',
] as const satisfies ProblemCode[]

/** What every operation on an entity's data can answer with. */
export const accessProblems = [
  ...credentialProblems,
  'insufficient-scope',
  'entity-not-found',
] as const satisfies ProblemCode[]

const scopeNote = (scope: string, lesser: FastifyContextConfig['lesserScope']) =>
  scope === 'any'
    ? 'Any scope will do.'
    : `Scope: \`${scope}\`${lesser ? `, or \`${lesser.scope}\` for arrivals alone` : ''}.`

// Swagger UI styles its elements in place, and draws some icons from data.
const directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  frameAncestors: ["'none'"],
}

/** `/openapi.json`, generated from the schemas that the routes check with, and a page to read it at `/docs`. */
export async function reference(app: FastifyInstance, origin: () => string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Rollcall',
        version: packageJson.version,
        description: 'Notifications that get answered: what contacts did, and the appointment behind a QR code.',
      },
      components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => {
      const { scope, lesserScope, answers, body } = route.config ?? {}
      return {
        schema: {
          ...schema,
          ...(body && { body }),
          ...(answers && { response: answers }),
          ...(scope && {
            description: [schema?.description, scopeNote(scope, lesserScope)].filter(Boolean).join('\n\n'),
            security: [{ accessToken: [] }],
          }),
        },
        url,
      }
    },
  })
  await app.register(async (pages) => {
    declareRoutesPublic(pages)
    await pages.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives } })
    // Files are sent with caching headers of their own; none of our answers is to be kept.
    pages.addHook('onSend', async (request, reply) => void reply.headers(everyAnswer(request.id)))
    await pages.register(swaggerUi, { routePrefix: '/docs', uiConfig: { validatorUrl: null, tryItOutEnabled: true } })
  })
  app.get('/openapi.json', { config: { public: true }, schema: { hide: true } }, async () => ({
    ...app.swagger(),
    servers: [{ url: origin() }],
  }))
}
