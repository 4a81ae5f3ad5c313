// What Meta's Cloud API refuses, beyond what a schema can say.
// Codes: https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { readDocument, validator } from './contract.ts'

export interface Fault {
  code: number
  details: string
}

export interface Parameter {
  type: string
  text?: string
  parameter_name?: string
}

export interface Component {
  type: string
  sub_type?: string
  index?: string | number
  parameters: Parameter[]
}

export interface TemplateContent {
  name: string
  language: { code: string }
  components?: Component[]
}

/** The titles of the errors that the servers know. */
export const errorTitles: Record<number, string> = {
  100: 'Invalid parameter',
  190: 'Access token has expired',
  130429: 'Rate limit hit',
  131000: 'Something went wrong',
  131009: 'Parameter value is not valid',
  131026: 'Message undeliverable',
  131047: 'Re-engagement message',
  131051: 'Unsupported message type',
  131056: '(Business Account, Consumer Account) pair rate limit hit',
  132000: 'Template Param Count Mismatch',
  132001: 'Template does not exist',
  132005: 'Template Hydrated Text Too Long',
  132012: 'Template Parameter Format Mismatch',
  132015: 'Template is Paused',
  132016: 'Template is Disabled',
  132018: "There's an issue with the parameters in your template",
}

const document = readDocument('meta')
const validators = new Map(
  Object.entries({
    text: 'TextMessage',
    image: 'ImageMessage',
    interactive: 'InteractiveMessage',
    template: 'TemplateMessage',
  }).map(([type, name]) => [type, schemaFaults(name)]),
)
const faultsOfReadMark = schemaFaults('ReadMark')

/** Compiles a schema of Meta's document. */
export function schemaFaults(name: string): (value: unknown) => Fault[] {
  const faultsOf = validator(document, document.components.schemas[name]!)
  return (value) => faultsOf(value).map(({ pointer, reason }) => ({ code: 100, details: `${pointer} ${reason}` }))
}

/** Returns the faults of a body of `messages`, which sends a message or marks one as read. */
export function faultsOfMessage(body: Record<string, unknown>): Fault[] {
  if (body.status !== undefined) return faultsOfReadMark(body)
  const faultsOf = validators.get(String(body.type))
  if (!faultsOf) return [{ code: 100, details: `unknown type: ${body.type}` }]
  const faults = faultsOf(body)
  if (faults.length > 0) return faults
  if (body.type === 'interactive') return faultsOfButtons(body.interactive as Interactive)
  return body.type === 'template' ? faultsOfParameters(body.template as TemplateContent) : []
}

interface Interactive {
  action: { buttons?: { reply: { id: string; title: string } }[] }
}

/** The ids and titles of reply buttons are unique, and an id neither starts nor ends with a space. */
function faultsOfButtons({ action: { buttons = [] } }: Interactive): Fault[] {
  const replies = buttons.map(({ reply }) => reply)
  const isUnique = [replies.map(({ id }) => id), replies.map(({ title }) => title)].every(
    (values) => new Set(values).size === values.length,
  )
  if (isUnique && replies.every(({ id }) => id === id.trim())) return []
  return [{ code: 131009, details: 'the ids and titles of buttons must be unique, without spaces around ids' }]
}

function faultsOfParameters({ components = [] }: TemplateContent): Fault[] {
  const texts = components
    .filter(({ type }) => type !== 'button')
    .flatMap(({ parameters }) => parameters.flatMap(({ type, text }) => (type === 'text' ? [text!] : [])))
  return [
    ...texts
      .filter((text) => text.trim() === '')
      .map(() => ({ code: 100, details: "Parameter 'text' is mandatory for component parameter type 'text'" })),
    ...texts
      .filter((text) => /[\n\r\t]| {5}/.test(text))
      .map((text) => ({ code: 132018, details: `has a new line, a tab or more than 4 consecutive spaces: ${text}` })),
    ...components
      .filter(({ sub_type, parameters }) => {
        const expected = { quick_reply: 'payload', url: 'text' }[sub_type ?? '']
        return expected && parameters[0]!.type !== expected
      })
      .map(({ index }) => ({ code: 132012, details: `the button ${index} has another type of parameter` })),
  ]
}

/** Responds with an error of the Graph API. */
export function refuse(reply: FastifyReply, status: number, { code, details }: Fault) {
  return reply.code(status).send({
    error: {
      message: `(#${code}) ${errorTitles[code] ?? `Error ${code}`}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: `A${randomBytes(15).toString('base64url')}`,
    },
  })
}
