import helmet from '@fastify/helmet'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { icon } from '../icon.ts'
import { pageColours } from './page-colours.ts'
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

// The mark of the icon, and the name.
const wordmark = icon
  .replace('viewBox="0 0 24 24"', 'viewBox="0 0 104 24" height="36"')
  .replace(
    '</svg>',
    '<text x="32" y="18" font-family="system-ui, sans-serif" font-size="17" font-weight="600" fill="#fff">Rollcall</text></svg>',
  )

const [ink] = pageColours.ink
const [accent] = pageColours.accent
const style = `.swagger-ui .topbar { background: ${ink} }
.swagger-ui .topbar .download-url-wrapper input[type=text] { border-color: ${accent} }
.swagger-ui .topbar .download-url-wrapper .download-url-button { background: ${accent} }`

/** Serves `/docs`, where people read the OpenAPI document and try its operations. */
export async function referencePage(app: FastifyInstance) {
  declareRoutesPublic(app)
  await app.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives } })
  // The plugin lets browsers cache its files; no response of this service may be cached.
  app.addHook('onSend', async (request, reply) => void reply.headers(commonHeaders(request.id)))
  // The plugin would serialise the document for each request: 15,000 pipelined ones took 480 MiB. JSON is YAML, too.
  app.addHook('onRequest', async (request, reply) => {
    if (['/docs/json', '/docs/yaml'].includes(request.routeOptions.url ?? '')) return reply.redirect('/openapi.json')
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { validatorUrl: null, tryItOutEnabled: true },
    logo: { type: 'image/svg+xml', content: wordmark },
    theme: {
      title: 'Rollcall API',
      css: [{ filename: 'look.css', content: style }],
      favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
    },
  })
}
