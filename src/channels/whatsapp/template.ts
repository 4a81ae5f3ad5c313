import type { ChatTemplate, TemplateStatus } from '../approval.ts'
import type { Chat } from '../content.ts'
import { languageCode } from './request.ts'

/** A template as Meta registers it.
 *  @see https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates */
export interface Definition extends ChatTemplate {
  category: 'UTILITY'
  components: Component[]
}

interface Component {
  type: string
  format?: string
  text?: string
  example?: { body_text: string[][] }
  buttons?: { type: string; text: string }[]
}

/** A template that the account has. */
export interface RegisteredTemplate extends ChatTemplate {
  /** APPROVED, PENDING, REJECTED, PAUSED, DISABLED, or another status of Meta. */
  status: string
  components?: Component[]
  /** NONE if Meta has not rejected it. */
  rejected_reason?: string
}

/** Returns the template that a message needs. Its values are the examples. */
export const definitionOf = ({ name, language, header, body, values, footer, answers }: Chat): Definition => ({
  name,
  language: languageCode(language),
  category: 'UTILITY',
  components: [
    { type: 'HEADER', format: 'TEXT', text: header },
    { type: 'BODY', text: body, example: { body_text: [values] } },
    { type: 'FOOTER', text: footer },
    ...(answers.length > 0
      ? [{ type: 'BUTTONS', buttons: answers.map(({ label }) => ({ type: 'QUICK_REPLY', text: label })) }]
      : []),
  ],
})

/** Compares the template with those of the account. */
export function statusOf({ name, language, components }: Definition, registered: RegisteredTemplate[]): TemplateStatus {
  const found = registered.find((one) => one.name === name && one.language === language)
  if (!found) return { status: 'missing' }
  if (wordsOf(found.components ?? []) !== wordsOf(components)) return { status: 'different' }
  const { rejected_reason: reason = 'NONE' } = found
  const status = found.status.toLowerCase()
  return { status, ...(status === 'rejected' && reason !== 'NONE' && { reason: readable(reason) }) }
}

/** The words of a template, without its examples. */
const wordsOf = (components: Component[]) =>
  components
    .map(({ type, text, buttons = [] }) => JSON.stringify([type, text, ...buttons.map((button) => button.text)]))
    .toSorted()
    .join('\n')

/** Such as "invalid format" for INVALID_FORMAT. */
const readable = (constant: string) => constant.toLowerCase().replaceAll('_', ' ')
