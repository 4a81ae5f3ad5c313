import helmet from '@fastify/helmet'
import swaggerUi, { type FastifySwaggerUiConfigOptions } from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { icon } from './icon.ts'
import { commonHeaders } from './problems.ts'
import { declareRoutesPublic } from './public-routes.ts'
import { referenceScript } from './reference-script.ts'
import { referenceStyle } from './reference-style.ts'

// Swagger UI styles its elements in place, and draws some icons from data.
const directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  frameAncestors: ["'none'"],
}

/** Shows the text of a link that stands in a button. The plugin sends the source of this function to the browser. */
const withoutNestedLinks: NonNullable<FastifySwaggerUiConfigOptions['plugins']>[number] = ({ React }) => ({
  components: { DeepLink: ({ text }: { text: string }) => React.createElement('span', null, text) },
})

/** Serves `/docs`, where people read the OpenAPI document and try its operations. */
export async function referencePage(app: FastifyInstance) {
  declareRoutesPublic(app)
  await app.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives } })
  // The plugin lets browsers cache its files; no response of this service may be cached.
  app.addHook('onSend', async (request, reply) => void reply.headers(commonHeaders(request.id)))
  app.addHook('onRequest', async (request, reply) => {
    // The plugin would serialise the document for each request: 15,000 pipelined ones took 480 MiB. JSON is YAML, too.
    if (['/docs/json', '/docs/yaml'].includes(request.routeOptions.url ?? '')) return reply.redirect('../openapi.json')
    // There, the addresses of the plugin's page are relative: the service may be behind a path of a proxy.
    const [path] = request.url.split('?', 1)
    if (path === '/docs') return reply.redirect('./docs/')
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { layout: 'BaseLayout', deepLinking: true, tryItOutEnabled: true, plugins: [withoutNestedLinks] },
    theme: {
      title: 'API reference · Rollcall',
      css: [{ filename: 'look.css', content: referenceStyle }],
      js: [{ filename: 'reference.js', content: referenceScript }],
      favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
    },
  })
}
