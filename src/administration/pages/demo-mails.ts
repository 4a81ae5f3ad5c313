import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Email } from 'postal-mime'
import { Problem } from '../../platform/errors/errors.ts'
import type { Feature } from '../../platform/http/feature.ts'
import { type Html, html } from '../../platform/http/html.ts'
import { htmlDocument } from '../../platform/http/html-document.ts'
import { declareColours } from '../../platform/http/page-colours.ts'
import { acceptedLanguageOf, sendPage } from '../../platform/http/plain-page.ts'
import type { Language } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { type Demo, isOwn } from './demo.ts'

const maxMails = 20

// Mails have styles in their elements. Without scripts and without addresses to load, these can only change the look.
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const style = `
${declareColours('ink', 'soft', 'paper', 'ground', 'line', 'accent')}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1.25rem; font: 1.0625rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); overflow-wrap: anywhere }
h1, h2, p, dl, dd { margin: 0 } h1 { font-size: 1.75rem } h2 { font-size: 1.25rem } p, dl { color: var(--soft) }
article { margin-top: 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: .875rem; overflow: hidden }
article header { padding: 1rem 1.5rem; border-bottom: 1px solid var(--line) } dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .75rem }
iframe { display: block; width: 100%; height: 60rem; border: 0; background: #fff }
a { color: var(--accent); font-weight: 600 }
`

/** Serves `/demo/mails`: the mails of the demo's outbox as contacts receive them, latest first. */
export const demoMails =
  (demo: () => Demo | undefined): Feature =>
  (app, { origin }) => {
    app.get('/demo/mails', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
      const outbox = isOwn(request.host, origin()) && demo()?.outbox
      if (!outbox) throw new Problem('not-found')
      const mails = await readMails(outbox)
      return sendPage(reply, 200, policy, page(acceptedLanguageOf(request), mails))
    })
  }

/** The names of the files are UUIDs in the order of sending. */
async function readMails(outbox: string): Promise<Email[]> {
  const { default: PostalMime } = await import('postal-mime')
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort()
  const latest = names.slice(-maxMails).reverse()
  return Promise.all(latest.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))))
}

function page(language: Language, mails: Email[]): string {
  const words = wordsOf('first-page', language).demo.mails
  return htmlDocument({
    language,
    title: `${words.title} · Rollcall`,
    style,
    body: html`<header>
<h1>${words.title}</h1>
<p>${words.what} <a href="../">Rollcall</a></p>
</header>
<main>
${mails.map((mail) => article(language, mail))}
</main>`,
  })
}

function article(language: Language, mail: Email): Html {
  const words = wordsOf('first-page', language).demo.mails
  const { subject = '' } = mail
  return html`<article>
<header>
<h2 dir="auto">${subject}</h2>
<dl>
<dt>${words.from}</dt><dd>${mail.from?.name ?? ''} &lt;${mail.from?.address ?? ''}&gt;</dd>
<dt>${words.to}</dt><dd>${(mail.to ?? []).map(({ address }) => address ?? '').join(', ')}</dd>
</dl>
</header>
<iframe title="${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${shownIn(mail)}"></iframe>
</article>`
}

/** The HTML of the mail, with its attached pictures, and with links that open new tabs. */
function shownIn({ html: text = '', attachments }: Email): string {
  const pictures = attachments.flatMap(({ contentId, mimeType, content }) =>
    contentId
      ? [[`cid:${contentId.replace(/^<|>$/g, '')}`, `data:${mimeType};base64,${base64Of(content)}`] as const]
      : [],
  )
  return pictures.reduce(
    (shown, [cid, url]) => shown.replaceAll(cid, url),
    text.replace('<head>', '<head><base target="_blank">'),
  )
}

const base64Of = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? btoa(content) : Buffer.from(content as Uint8Array).toString('base64')
