import helmet from '@fastify/helmet'
import { type Static, Type } from 'typebox'
import { Problem, type ProblemCode, problemKind, problemKinds } from '../errors.ts'
import type { Feature } from './feature.ts'
import { declareRoutesPublic } from './public-routes.ts'
import { describeResponses, response } from './reference.ts'

/** Serves the page that the `type` of a problem links to, rendered from the table of problems. */
export const problemPages: Feature = (app) => {
  app.register(async (pages) => {
    declareRoutesPublic(pages)
    await pages.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives: problemPageDirectives } })
    pages.get(
      '/problems/:code',
      {
        config: {
          responses: describeResponses({ 200: response('The page.', { 'text/html': Type.String() }) }, 'not-found'),
        },
        schema: {
          operationId: 'getProblemPage',
          summary: 'Get the page about a problem',
          description: 'The `type` of each problem is the address of such a page.',
          params: Code,
          tags: ['operation'],
        },
      },
      async (request, reply) => {
        const { code } = request.params as Static<typeof Code>
        if (!Object.hasOwn(problemKinds, code)) throw new Problem('not-found')
        return reply.type('text/html; charset=utf-8').send(page(code as ProblemCode))
      },
    )
  })
}

const Code = Type.Object({ code: Type.String({ description: 'The code of the problem.' }) })
const problemPageDirectives = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] }

function page(code: ProblemCode): string {
  const { status, title, detail } = problemKind(code)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Rollcall</title>
<h1>${title}</h1>
<p>HTTP status ${status}, code <code>${code}</code>.</p>
<p>${detail.replaceAll('<', '&lt;')}</p>
<p><a href="../docs">API reference</a></p>
</html>
`
}
