import helmet from '@fastify/helmet'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { commonHeaders } from './problems.ts'
import { declareRoutesPublic } from './public-routes.ts'

// Swagger UI styles its elements in place, and draws some icons from data.
const directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  frameAncestors: ["'none'"],
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#14532d"/><path d="m8 17 5 5 11-12" fill="none" stroke="#fff" stroke-width="4"/></svg>'
const wordmark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" height="40"><text y="28" font-family="sans-serif" font-size="26" font-weight="bold" fill="#fff">Rollcall</text></svg>'

/** Serves `/docs`, where people read the OpenAPI document and try its operations. */
export async function referencePage(app: FastifyInstance) {
  declareRoutesPublic(app)
  await app.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives } })
  // The plugin lets browsers cache its files; no response of this service may be cached.
  app.addHook('onSend', async (request, reply) => void reply.headers(commonHeaders(request.id)))
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { validatorUrl: null, tryItOutEnabled: true },
    logo: { type: 'image/svg+xml', content: wordmark },
    theme: {
      title: 'Rollcall API',
      favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
    },
  })
}
