import { hash } from 'node:crypto'
import type { Feature } from '../http/feature.ts'
import { html } from '../http/html.ts'
import { htmlDocument } from '../http/html-document.ts'
import { iconUrl } from '../icon.ts'
import { acceptedLanguage, type Language } from '../languages.ts'
import { firstPageStyle as style } from './first-page-style.ts'
import { words } from './words.ts'

/** The token and links of the demo's landing page. */
export interface Demo {
  token: string
  /** URLs relative to the service's URL. */
  console: string
  desk: string
  answerPage: string
}

const landingContentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves `/`. Shows the demo's token only if `Host` is the service's own: otherwise DNS rebinding could reveal the
 *  token to another site. */
export const landingPage =
  (demo: () => Demo | undefined): Feature =>
  (app, { origin }) => {
    app.get('/', { config: { public: true }, schema: { hide: true } }, async ({ headers, host }, reply) => {
      const language = acceptedLanguage(headers['accept-language'])
      const page = landing(language, isOwn(host, origin()) ? demo() : undefined)
      reply.headers({ 'Content-Security-Policy': landingContentSecurityPolicy, Vary: 'Accept-Language' })
      return reply.type('text/html; charset=utf-8').send(page)
    })
  }

function landing(language: Language, demo: Demo | undefined): string {
  const say = words[language]
  return htmlDocument({
    ...{ language, title: 'Rollcall', style },
    body: html`<header>
<h1><img src="${iconUrl}" width="44" height="44" alt="">Rollcall</h1>
<p>${say.slogan}</p>
</header>
<main>
<p>${say.what}</p>
${demo && demoSteps(demo, language)}
<ul class="ways">
${link('desk', say.desk)}
${link('console', say.console)}
${link('docs', say.reference)}
${link('readyz', say.health)}
</ul>
</main>`,
  })
}

/** Whether the `Host` header is the service's own origin, or localhost with its port. */
function isOwn(host: string, origin: string): boolean {
  const own = new URL(origin)
  return host === own.host || host === `localhost:${own.port}`
}

const link = (to: string, { name, what }: { name: string; what: string }) =>
  html`<li><a href="./${to}">${name}</a> <span>${what}</span></li>`

/** The links lead to pages in the visitor's language, also to the page of the contact, who speaks Portuguese. */
function demoSteps({ token, console, desk, answerPage }: Demo, language: Language) {
  const say = words[language].demo
  const ways = { console, answerPage: `${answerPage}?lang=${language}`, desk }
  return html`<section aria-labelledby="demo">
<h2 id="demo">${say.title}</h2>
<ol>
${say.steps.map(({ to, name, what }) => html`<li><a href="./${ways[to]}" target="_blank">${name}</a> <span>${what}</span></li>`)}
</ol>
<p>${say.token} <code>${token}</code></p>
</section>`
}
