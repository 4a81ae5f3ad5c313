import { hash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import { unlessUnavailable } from '../../platform/errors/errors.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { html } from '../../platform/http/html.ts'
import { htmlDocument } from '../../platform/http/html-document.ts'
import { iconUrl } from '../../platform/http/icon.ts'
import { acceptedLanguageOf, sendPage } from '../../platform/http/plain-page.ts'
import { declareRoutesPublic } from '../../platform/http/public-routes.ts'
import type { Language } from '../../platform/languages/languages.ts'
import { type Words, wordsOf } from '../../platform/languages/words.ts'
import { projectFile } from '../../platform/project-file.ts'
import { type Demo, isOwn, questions } from './demo.ts'
import { firstPageStyle as style } from './first-page-style.ts'
import { findMissingSetup, type MissingSetup, setUpCommands } from './next-step.ts'

const landingContentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves `/`. Shows the demo's token and links only if `Host` is the service's own. */
export const landingPage =
  (demo: () => Demo | undefined): Feature =>
  (app, { origin, database, config }) => {
    // Nearly every installation has both, and keeps them: the page then reads nothing.
    let isSetUp = false
    async function missingSetup() {
      if (isSetUp) return undefined
      const found = await findMissingSetup(database, config)
      isSetUp = found === undefined
      return found
    }

    app.get('/', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
      const shown = isOwn(request.host, origin()) ? demo() : undefined
      const page = landing(acceptedLanguageOf(request), shown, await missingSetup().catch(unlessUnavailable))
      return sendPage(reply, 200, landingContentSecurityPolicy, page)
    })
  }

/** Serves the pictures of the first page, which `npm run pictures` takes. */
export const pictures: Feature = (app) => {
  app.register(async (files) => {
    declareRoutesPublic(files)
    await files.register(fastifyStatic, {
      root: projectFile('src/administration/pages/pictures/'),
      serve: false,
      cacheControl: false,
      acceptRanges: false,
    })
    files.get('/pictures/:file', { schema: { hide: true } }, (request, reply) => {
      const { file } = request.params as { file: string }
      return reply.header('Cache-Control', 'no-cache').sendFile(file)
    })
  })
}

function landing(language: Language, demo: Demo | undefined, missing: MissingSetup | undefined): string {
  const words = wordsOf('first-page', language)
  return htmlDocument({
    language,
    title: 'Rollcall',
    style,
    body: html`<header>
<h1><img src="${iconUrl}" width="44" height="44" alt="">Rollcall</h1>
<p>${words.slogan}</p>
</header>
<main>
<p>${words.what}</p>
${demo && demoSteps(demo, language)}
${missing && setUp(missing, language)}
<p><a href="./${demo?.admin ?? 'admin'}">${words.admin.name}</a> <span>${words.admin.what}</span></p>
<ul class="ways">
${tileNames.map((name) => tile(name, words.tiles[name], { ...links, ...(demo && linksOf(demo, language)) }[name]))}
</ul>
</main>`,
  })
}

/** The pages that the first page shows, in this order. */
export const tileNames = ['mail', 'answerPage', 'desk', 'console', 'reference', 'health'] as const
export type TileName = (typeof tileNames)[number]
type Tile = Words['first-page']['tiles'][TileName]

/** The steps of the demo. */
const steps = ['mail', 'answerPage', 'console', 'desk'] as const

/** The pages that need no secret link. */
const links: { [name in TileName]?: string } = { desk: 'desk', console: 'console', reference: 'docs', health: 'health' }

/** The links lead to pages in the visitor's language, also to the page of the contact, who speaks Portuguese. */
const linksOf = ({ console, desk, answerPage }: Demo, language: Language) => ({
  console,
  desk,
  answerPage: `${answerPage}?lang=${language}`,
  mail: 'demo/mails',
})

const tile = (name: TileName, { name: title, what, picture }: Tile, to: string | undefined) =>
  html`<li>
<picture><source srcset="./pictures/${name}-dark.webp" media="(prefers-color-scheme: dark)"><img src="./pictures/${name}.webp" width="560" height="350" alt="${picture}" loading="lazy"></picture>
${to ? html`<a href="./${to}">${title}</a>` : html`<strong>${title}</strong>`} <span>${what}</span></li>`

function demoSteps(demo: Demo, language: Language) {
  const words = wordsOf('first-page', language).demo
  const ways = linksOf(demo, language)
  return html`<section aria-labelledby="demo">
<h2 id="demo">${words.title}</h2>
<ol>
${steps.map((to) => html`<li><a href="./${ways[to]}" target="_blank">${words.steps[to].name}</a> <span>${words.steps[to].what}</span></li>`)}
</ol>
<h3>${words.questions.title}</h3>
<ul>
${questions.map((name) => html`<li><a href="./${demo.answers[name]}" target="_blank">${words.questions[name].name}</a> <span>${words.questions[name].what}</span></li>`)}
</ul>
<p>${words.token} <code>${demo.token}</code></p>
</section>`
}

function setUp({ lacks, hasLink }: MissingSetup, language: Language) {
  const words = wordsOf('first-page', language).setUp
  const { entity, token, demo } = setUpCommands
  const commands = lacks === 'entity' ? [entity, token] : [token]
  return html`<section aria-labelledby="set-up">
<h2 id="set-up">${words.title}</h2>
${hasLink && html`<p>${words.link}</p>`}
<p>${words.lacks[lacks]}</p>
${commands.map((command) => html`<pre><code>${command}</code></pre>`)}
<p>${words.afterwards}</p>
<p>${words.example} <code>${demo}</code></p>
</section>`
}
