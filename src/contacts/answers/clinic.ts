import type { Entity } from '../../entities/entity.ts'
import { type Html, html } from '../../platform/http/html.ts'
import type { Dialect } from '../../platform/languages/languages.ts'
import { wordsOf } from '../../platform/languages/words.ts'
import { telephoneUrl } from '../../platform/text/telephone-url.ts'
import { languageSwitch } from './language-switch.ts'

/** Renders the clinic's logo and name, and the language switch.
 *  @param logo PNG in base64
 *  @param form the id of a form whose fields the page keeps in another language */
export const clinicHeader = ({ name }: Entity, logo: string | undefined, shown: Dialect, form?: string): Html =>
  html`<header>
<p>${logo && html`<img src="data:image/png;base64,${logo}" alt="">`}<span>${name}</span></p>
${languageSwitch(shown, form)}
</header>`

/** Renders the clinic's name, address and telephone number. Returns false if it has neither address nor number. */
export const clinicContact = ({ name, address, phone }: Entity): Html | false =>
  (address !== undefined || phone !== undefined) &&
  html`<address><strong>${name}</strong>${address && html`<br>${address}`}${phone && html`<br>${telephone(phone)}`}</address>`

/** Asks the contact to call the clinic, or to ask it in another way if it has no number. */
export const askClinic = ({ phone }: Entity, language: Dialect): Html =>
  html`<p>${phone === undefined ? wordsOf('answer-page', language).askClinic : html`${wordsOf('answer-page', language).call} ${telephone(phone)}`}</p>`

const telephone = (phone: string) => html`<a href="${telephoneUrl(phone)}">${phone}</a>`
