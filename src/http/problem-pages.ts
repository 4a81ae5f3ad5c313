import { Type } from 'typebox'
import type { Feature } from '../app.ts'
import { Problem, type ProblemCode, problemKind, problemKinds } from '../errors.ts'

/** The page that a problem's `type` points at, made from the table of problems. */
export const problemPages: Feature = (app) => {
  app.get(
    '/problems/:code',
    { schema: { params: Type.Object({ code: Type.String() }), summary: 'What a problem means', tags: ['operation'] } },
    async ({ params }, reply) => {
      if (!Object.hasOwn(problemKinds, params.code)) throw new Problem('not-found')
      return reply.type('text/html; charset=utf-8').send(page(params.code as ProblemCode))
    },
  )
}

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
<p><a href="/docs">API reference</a></p>
</html>
`
}
