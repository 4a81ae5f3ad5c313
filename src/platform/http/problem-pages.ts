import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { Problem } from '../errors/errors.ts'
import { type ProblemCode, problemKind, problemKinds } from '../errors/problem-kinds.ts'
import type { Feature } from './feature.ts'
import { type Html, html } from './html.ts'
import { plainPage, plainPagePolicy } from './plain-page.ts'
import { declareRoutesPublic } from './public-routes.ts'
import { response } from './reference.ts'

/** Serves the page that the `type` of a problem links to, and a list of these pages, rendered from the table of problems. */
export const problemPages: Feature = (app) => {
  app.register(async (pages) => {
    declareRoutesPublic(pages)
    pages.get(
      '/problems',
      {
        config: { responses: { 200: htmlPage } },
        schema: {
          operationId: 'listProblemPages',
          summary: 'List the problems',
          description: 'A page with all problems of this service, by HTTP status.',
          tags: ['operation'],
        },
      },
      async (_request, reply) => send(reply, list()),
    )
    pages.get(
      '/problems/:code',
      {
        config: {
          responses: { 200: htmlPage },
          problems: ['not-found'],
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
        return send(reply, page(code as ProblemCode))
      },
    )
  })
}

const send = (reply: FastifyReply, page: string) =>
  reply.header('Content-Security-Policy', plainPagePolicy).type('text/html; charset=utf-8').send(page)

const htmlPage = response('The page.', { 'text/html': Type.String() })

const Code = Type.Object({ code: Type.String({ description: 'The code of the problem.' }) })

function page(code: ProblemCode): string {
  const { status, title, detail } = problemKind(code)
  return document(
    title,
    html`<p>HTTP status ${String(status)}, code <code>${code}</code>.</p>
<p>${detail}</p>
<p><a href="../problems">All problems</a> · <a href="../docs">API reference</a></p>`,
  )
}

function list(): string {
  const codes = Object.keys(problemKinds) as ProblemCode[]
  const byStatus = Object.entries(Object.groupBy(codes, (code) => problemKind(code).status))
  return document(
    'Problems',
    html`<p>Every error response has one of these problems. Its <code>type</code> is the address of the page about it.</p>
${byStatus.map(
  ([status, codes]) => html`<h2>HTTP status ${status}</h2>
<ul>${codes!.map((code) => html`<li><a href="./problems/${code}">${problemKind(code).title}</a> <code>${code}</code></li>`)}</ul>`,
)}
<p><a href="./docs">API reference</a></p>`,
  )
}

const document = (title: string, content: Html) =>
  plainPage(
    'en',
    title,
    html`<h1>${title}</h1>
${content}`,
  )
