import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Feature } from '../http/feature.ts'
import { declareRoutesPublic } from '../http/public-routes.ts'

const built = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** What a page may load and send: what comes from here. */
const directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
}

// The scanner is WebAssembly, which a page may only run where this allows it.
const pages = {
  '/desk': { file: 'desk.html', scriptSrc: ["'self'", "'wasm-unsafe-eval'"], camera: '(self)' },
  '/console': { file: 'console.html', scriptSrc: ["'self'"], camera: '()' },
}

/** The front desk and the console, as Vite has built them of `web/`: files that are for everybody, without any data. */
export const pageFiles: Feature = (app, { log }) => {
  if (!existsSync(built)) return log.warn('The pages /desk and /console are not built: run "npm run build".')
  app.register(async (files) => {
    declareRoutesPublic(files)
    await files.register(fastifyStatic, {
      root: built,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      acceptRanges: false,
    })
    for (const [path, page] of Object.entries(pages)) await files.register(async (one) => servePage(one, path, page))

    // Their names tell what is in them.
    files.get('/assets/:file', { schema: { hide: true } }, (request, reply) => {
      const { file } = request.params as { file: string }
      return reply.header('Cache-Control', 'public, max-age=31536000, immutable').sendFile(`assets/${file}`)
    })
  })
}

async function servePage(app: FastifyInstance, path: string, { file, scriptSrc, camera }: (typeof pages)['/desk']) {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { ...directives, scriptSrc } },
  })
  app.get(path, { schema: { hide: true } }, (_request, reply) =>
    reply.header('Permissions-Policy', `camera=${camera}, microphone=(), geolocation=()`).sendFile(file),
  )
}
