import { existsSync } from 'node:fs'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../platform/http/feature.ts'
import { declareRoutesPublic } from '../../platform/http/public-routes.ts'
import { projectFile } from '../../platform/project-file.ts'

const built = projectFile('web/dist/')

/** Permits resources of this origin only. */
const pageDirectives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
}

// The scanner uses WebAssembly, which the policy must permit explicitly.
const pages = {
  '/desk': { file: 'desk.html', scriptSrc: ["'self'", "'wasm-unsafe-eval'"], camera: '(self)' },
  '/console': { file: 'console.html', scriptSrc: ["'self'"], camera: '()' },
  '/account': { file: 'account.html', scriptSrc: ["'self'"], camera: '()' },
  '/admin': { file: 'admin.html', scriptSrc: ["'self'"], camera: '()' },
}

/** Serves the front desk, the console, the administration and the page of an account, which Vite builds from `web/`. These files are public and contain no data. */
export const pageFiles: Feature = (app, { log }) => {
  if (!existsSync(built)) return log.warn('The pages /desk, /console and /admin are not built. Run "npm run build".')
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

    files.get('/desk-worker.js', { schema: { hide: true } }, (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').sendFile('desk-worker.js'),
    )

    // The file names contain content hashes.
    files.get('/assets/:file', { schema: { hide: true } }, (request, reply) => {
      const { file } = request.params as { file: string }
      return reply.header('Cache-Control', 'public, max-age=31536000, immutable').sendFile(`assets/${file}`)
    })
  })
}

async function servePage(app: FastifyInstance, path: string, { file, scriptSrc, camera }: (typeof pages)['/desk']) {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { ...pageDirectives, scriptSrc } },
  })
  app.get(path, { schema: { hide: true } }, (_request, reply) =>
    reply.header('Permissions-Policy', `camera=${camera}, microphone=(), geolocation=()`).sendFile(file),
  )
  // The page's own addresses are relative. A relative redirect also works behind a proxy that adds a path. The path of the
  // request may have escapes.
  app.get(`${path}/`, { schema: { hide: true } }, ({ url }, reply) =>
    reply.redirect(`..${path}${/\?.*/.exec(url)?.[0] ?? ''}`, 308),
  )
}
