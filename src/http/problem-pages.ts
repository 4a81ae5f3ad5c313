import { hash } from 'node:crypto'
import helmet from '@fastify/helmet'
import { type Static, Type } from 'typebox'
import { Problem, type ProblemCode, problemKind, problemKinds } from '../errors.ts'
import { iconUrl } from '../icon.ts'
import type { Feature } from './feature.ts'
import { type Html, html } from './html.ts'
import { htmlDocument } from './html-document.ts'
import { declareColours } from './page-colours.ts'
import { declareRoutesPublic } from './public-routes.ts'
import { describeResponses, response } from './reference.ts'

/** Serves the page that the `type` of a problem links to, and a list of these pages, rendered from the table of problems. */
export const problemPages: Feature = (app) => {
  app.register(async (pages) => {
    declareRoutesPublic(pages)
    await pages.register(helmet, { contentSecurityPolicy: { useDefaults: false, directives: problemPageDirectives } })
    pages.get(
      '/problems',
      {
        config: { responses: describeResponses({ 200: htmlPage }) },
        schema: {
          operationId: 'listProblemPages',
          summary: 'List the problems',
          description: 'A page with all problems of this service, by HTTP status.',
          tags: ['operation'],
        },
      },
      async (_request, reply) => reply.type('text/html; charset=utf-8').send(list()),
    )
    pages.get(
      '/problems/:code',
      {
        config: {
          responses: describeResponses({ 200: htmlPage }, 'not-found'),
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

const htmlPage = response('The page.', { 'text/html': Type.String() })

const Code = Type.Object({ code: Type.String({ description: 'The code of the problem.' }) })

const style = `
${declareColours('ink', 'soft', 'paper', 'ground', 'sunk', 'line', 'accent')}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 46rem; padding: 3rem 1.25rem; font: 1.0625rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); overflow-wrap: anywhere }
header { display: flex; gap: .5rem; align-items: center; font-weight: 600; color: var(--soft) }
main { margin-top: 1rem; padding: 1.5rem 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: .875rem }
h1, h2 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em }
h2 { margin: 1.5rem 0 .25rem; font-size: 1.0625rem } ul { margin: 0; padding: 0; list-style: none }
code { padding: .125rem .375rem; font-size: .9375rem; background: var(--sunk); border-radius: .375rem }
a { color: var(--accent); font-weight: 600; text-underline-offset: .2em }
:focus-visible { outline: .1875rem solid var(--accent); outline-offset: .125rem }
`
const problemPageDirectives = {
  defaultSrc: ["'none'"],
  styleSrc: [`'sha256-${hash('sha256', style, 'base64')}'`],
  imgSrc: ['data:'],
  frameAncestors: ["'none'"],
}

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
    html`<p>A response that is not a success has one of these problems. Its <code>type</code> links to the page here.</p>
${byStatus.map(
  ([status, codes]) => html`<h2>HTTP status ${status}</h2>
<ul>${codes!.map((code) => html`<li><a href="./problems/${code}">${problemKind(code).title}</a> <code>${code}</code></li>`)}</ul>`,
)}
<p><a href="./docs">API reference</a></p>`,
  )
}

const document = (title: string, content: Html) =>
  htmlDocument({
    ...{ language: 'en', title: `${title} · Rollcall`, style },
    body: html`<header><img src="${iconUrl}" width="24" height="24" alt="">Rollcall</header>
<main>
<h1>${title}</h1>
${content}
</main>`,
  })
