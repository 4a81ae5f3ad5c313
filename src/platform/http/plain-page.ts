import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguage, type Language } from '../languages/languages.ts'
import { type Html, html } from './html.ts'
import { htmlDocument } from './html-document.ts'
import { iconUrl } from './icon.ts'
import { declareColours } from './page-colours.ts'

const style = `
${declareColours('ink', 'soft', 'paper', 'ground', 'sunk', 'line', 'accent', 'accent-solid', 'confirmed', 'rescheduling', 'cancelled')}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 46rem; padding: 3rem 1.25rem; font: 1.0625rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); overflow-wrap: anywhere }
header { display: flex; gap: .5rem; align-items: center; font-weight: 600; color: var(--soft) }
main { margin-top: 1rem; padding: 1.5rem 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: .875rem }
h1, h2 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em }
h2 { margin: 1.5rem 0 .25rem; font-size: 1.0625rem } ul { margin: 0; padding: 0; list-style: none }
h1 .dot { display: inline-block; width: .6em; height: .6em; margin-inline-end: .35em; border-radius: 50% }
.ok { background: var(--confirmed) } .degraded { background: var(--rescheduling) } .unavailable { background: var(--cancelled) }
dl { margin: 1.25rem 0; display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .5rem 1.5rem } dt { color: var(--soft) } dd { margin: 0; font-weight: 600 }
code { padding: .125rem .375rem; font-size: .9375rem; background: var(--sunk); border-radius: .375rem }
a { color: var(--accent); font-weight: 600; text-underline-offset: .2em }
label { display: block; font-weight: 600 } input { display: block; width: 100%; max-width: 24rem; min-height: 3rem; margin-top: .25rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .625rem }
button { min-height: 3rem; padding: .5rem 1.5rem; font: inherit; font-weight: 600; color: #fff; background: var(--accent-solid); border: none; border-radius: .625rem; cursor: pointer }
:focus-visible { outline: .1875rem solid var(--accent); outline-offset: .125rem }
`

const policy = (...own: string[]) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...own,
  ].join('; ')

/** The content security policy of a plain page. */
export const plainPagePolicy = policy("form-action 'none'")

/** The content security policy of a plain page with a form, and a script in a file. */
export const plainFormPolicy = policy("script-src 'self'", "form-action 'self'")

/** Renders a page of text under a heading. */
export const plainPage = (language: Language, title: string, content: Html) =>
  htmlDocument({
    language,
    title: `${title} · Rollcall`,
    style,
    body: html`<header><img src="${iconUrl}" width="24" height="24" alt="">Rollcall</header>
<main>
${content}
</main>`,
  })

/** Returns the language of a page for the browser. */
export const acceptedLanguageOf = ({ headers }: FastifyRequest) => acceptedLanguage(headers['accept-language'])

/** Sends a page in the language of the browser, with its content security policy. */
export const sendPage = (reply: FastifyReply, status: number, policy: string, page: string) =>
  reply
    .code(status)
    .headers({ 'Content-Security-Policy': policy, Vary: 'Accept-Language' })
    .type('text/html; charset=utf-8')
    .send(page)
