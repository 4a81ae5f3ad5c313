import { html } from '../../platform/http/html.ts'
import { plainPage } from '../../platform/http/plain-page.ts'
import type { Language } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'

/** Fills the form from the fragment of the address, which no request has. Where the browser does not keep a cookie like that of
 *  a session, as WebKit at any `http:` address, the page says where to open the link instead, and leaves it unused. */
export const script = `const probe = '__Host-rollcall-probe=1; Path=/; Secure; SameSite=Lax'
document.cookie = probe
const keepsCookies = document.cookie.includes('__Host-rollcall-probe=1')
document.cookie = probe + '; Max-Age=0'
const [form] = document.forms
form.hidden = !keepsCookies
document.getElementById('elsewhere').hidden = keepsCookies
form.addEventListener('submit', () => { form.elements.secret.value = location.hash.slice(1) })
`

/** Asks for the name of the first administrator. */
export function startPage(language: Language): string {
  const words = wordsOf('first-start', language)
  return plainPage(
    language,
    words.title,
    html`<h1>${words.title}</h1>
<p>${words.what}</p>
<p id="elsewhere">${words.elsewhere}</p>
<form method="post" action="./first-start/session" hidden>
<input type="hidden" name="secret">
<p>${words.session}</p>
<p><label>${words.name}<input name="name" autocomplete="name" maxlength="200" required></label></p>
<button>${words.begin}</button>
</form>
<script src="./first-start/form.js"></script>`,
  )
}

/** Says why there is no session, and what to do. */
export function failurePage(language: Language, failure: 'over' | 'notNeeded' | 'failed'): string {
  const { title, advice } = wordsOf('first-start', language)[failure]
  return plainPage(
    language,
    title,
    html`<h1>${title}</h1>
<p>${advice}</p>${
      failure !== 'failed' &&
      html`
<p><code>npx rollcall token create --help</code></p>`
    }`,
  )
}
