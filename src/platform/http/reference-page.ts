import helmet from '@fastify/helmet'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { html } from './html.ts'
import { icon, iconUrl } from './icon.ts'
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

/** The page around Swagger UI. The plugin's own has no landmarks, and no width for telephones. */
const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="./docs/static/theme/icon.svg" type="image/svg+xml">
<title>API reference · Rollcall</title>
<link rel="stylesheet" href="./docs/static/swagger-ui.css">
<link rel="stylesheet" href="./docs/static/theme/look.css">
</head>
<body>
<header>
<a class="home" href="./"><img src="${iconUrl}" width="24" height="24" alt="">Rollcall</a>
<span>API reference</span>
<nav aria-label="More"><a href="./problems">Problems</a> <a href="./openapi.json">openapi.json</a></nav>
</header>
<div id="swagger-ui"></div>
<script src="./docs/static/swagger-ui-bundle.js"></script>
<script src="./docs/static/theme/reference.js"></script>
</body>
</html>
`.text

/** Serves `/docs`, where people read the OpenAPI document and try its operations. */
export async function referencePage(app: FastifyInstance) {
  declareRoutesPublic(app)
  await app.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives } })
  // The plugin lets browsers cache its files; no response of this service may be cached.
  app.addHook('onSend', async (request, reply) => void reply.headers(commonHeaders(request.id)))
  app.addHook('onRequest', async (request, reply) => {
    // The plugin would serialise the document for each request: 15,000 pipelined ones took 480 MiB. JSON is YAML, too.
    if (['/docs/json', '/docs/yaml'].includes(request.routeOptions.url ?? '')) return reply.redirect('/openapi.json')
    const [path] = request.url.split('?', 1)
    if (path === '/docs/') return reply.redirect('../docs')
    if (path === '/docs') return reply.type('text/html; charset=utf-8').send(page)
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: {
      css: [{ filename: 'look.css', content: referenceStyle }],
      js: [{ filename: 'reference.js', content: referenceScript }],
      favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
    },
  })
}
