import { hash } from 'node:crypto'
import type { Feature } from '../http/feature.ts'
import { Html, html } from '../http/html.ts'
import { pickTongue } from '../languages.ts'
import { firstPageStyle as style } from './first-page-style.ts'
import { words } from './words.ts'

/** What the demo's first page leads to. */
export interface Demo {
  token: string
  /** Addresses, relative to the service's. */
  console: string
  desk: string
  answerPage: string
}

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `/`: what this is, and where to go from here. The demo's token is shown for the service's own `Host` alone: DNS rebinding
 *  could let another site read it. */
export const firstPage =
  (demo: () => Demo | undefined): Feature =>
  (app, { origin }) => {
    app.get('/', { config: { public: true }, schema: { hide: true } }, async ({ headers, host }, reply) => {
      const preferred = (headers['accept-language'] ?? '').split(',').map((range) => range.split(';')[0]!.trim())
      const { language } = pickTongue(...preferred)
      const say = words[language]
      const shown = isOwn(host, origin()) ? demo() : undefined
      reply.headers({ 'Content-Security-Policy': contentSecurityPolicy, Vary: 'Accept-Language' })
      return reply.type('text/html; charset=utf-8').send(
        html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>Rollcall</title>
<style>${new Html(style)}</style>
</head>
<body>
<header>
<h1>Rollcall</h1>
<p>${say.slogan}</p>
</header>
<main>
<p>${say.what}</p>
${shown && demoSteps(shown, say.demo)}
<ul class="ways">
${link('desk', say.desk)}
${link('console', say.console)}
${link('docs', say.reference)}
${link('readyz', say.health)}
</ul>
</main>
</body>
</html>
`.text,
      )
    })
  }

/** Whether a `Host` header names this service as it calls itself, or this machine. */
function isOwn(host: string, origin: string): boolean {
  const own = new URL(origin)
  return host === own.host || host === `localhost:${own.port}`
}

const link = (to: string, { name, what }: { name: string; what: string }) =>
  html`<li><a href="./${to}">${name}</a> <span>${what}</span></li>`

function demoSteps({ token, console, desk, answerPage }: Demo, say: (typeof words)['en']['demo']) {
  const ways = { console, answerPage, desk }
  return html`<section aria-labelledby="demo">
<h2 id="demo">${say.title}</h2>
<ol>
${say.steps.map(({ to, name, what }) => html`<li><a href="./${ways[to]}" target="_blank">${name}</a> <span>${what}</span></li>`)}
</ol>
<p>${say.token} <code>${token}</code></p>
</section>`
}
