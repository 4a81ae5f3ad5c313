import { html } from '../../platform/http/html.ts'
import { plainPage } from '../../platform/http/plain-page.ts'
import type { Language } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import type { Person } from '../sessions/session.ts'
import type { Failure } from './failure.ts'

/** Says why nobody was signed in, and what to do. `signIn` is the address to try again. */
export function failurePage(language: Language, failure: Failure | 'notNow' | 'signedOut', signIn: string): string {
  const words = wordsOf('sign-in', language)
  const { title, advice } = words[failure]
  return plainPage(
    language,
    title,
    html`<h1>${title}</h1>
<p>${advice}</p>
<p><a href="${signIn}">${words.signIn}</a></p>`,
  )
}

/** Tells a person without rights what the administrator needs to know. `signIn` is the address to try again. */
export function noAccessPage(language: Language, { issuer, subject, name }: Person, signIn: string): string {
  const words = wordsOf('sign-in', language)
  const { title, advice } = words.noAccess
  return plainPage(
    language,
    title,
    html`<h1>${title}</h1>
<p>${advice}</p>
<dl>
<dt>${words.person}</dt><dd>${name}</dd>
<dt>${words.provider}</dt><dd><code>${issuer}</code></dd>
<dt>${words.id}</dt><dd><code>${subject}</code></dd>
</dl>
<p><a href="${signIn}">${words.signIn}</a></p>`,
  )
}
