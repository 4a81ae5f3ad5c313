import { unlessUnavailable } from '../errors.ts'
import type { Feature } from '../http/feature.ts'
import { type Health, readHealth } from '../http/health.ts'
import { html } from '../http/html.ts'
import { plainPage, plainPagePolicy } from '../http/plain-page.ts'
import { acceptedLanguage, type Language } from '../languages/languages.ts'
import { wordsOf } from '../languages/words.ts'

/** Serves `/health`: what `/readyz` says, for people. The status is 503 if the service is not ready. */
export const healthPage: Feature = (app, { database, readRouter }) => {
  app.get('/health', { config: { public: true }, schema: { hide: true } }, async ({ headers }, reply) => {
    const health = await readHealth({ database, readRouter }).catch(unlessUnavailable)
    reply.headers({ 'Content-Security-Policy': plainPagePolicy, Vary: 'Accept-Language' })
    if (!health) reply.code(503).header('Retry-After', '5')
    return reply.type('text/html; charset=utf-8').send(page(acceptedLanguage(headers['accept-language']), health))
  })
}

function page(language: Language, health: Health | undefined): string {
  const words = wordsOf('health-page', language)
  const status = health?.status ?? 'unavailable'
  const { title, what } = words[status]
  return plainPage(
    language,
    title,
    html`<h1><span class="dot ${status}"></span>${title}</h1>
<p>${what}</p>
<dl>
<dt>${words.process}</dt><dd>${words.runs}</dd>
<dt>${words.database}</dt><dd>${databaseOf(health, language)}</dd>
</dl>
<p>${words.machines} <a href="./readyz">/readyz</a> · <a href="./livez">/livez</a></p>
<p><a href="./">${words.back}</a></p>`,
  )
}

function databaseOf(health: Health | undefined, language: Language): string {
  const words = wordsOf('health-page', language)
  if (!health) return words.doesNotRespond
  if (health.primary) return words.primaryAway
  return health.lost_nodes ? `${words.nodesAway} ${health.lost_nodes.join(', ')}` : words.responds
}
