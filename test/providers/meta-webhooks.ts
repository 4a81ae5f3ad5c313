// Payloads of WhatsApp webhooks. https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages
import { randomBytes } from 'node:crypto'
import { errorTitles } from './meta-rules.ts'

/** What a contact sends: a message without its sender, id and time. An `id` replaces the random one. */
export interface Content {
  type: string
  [key: string]: unknown
}

const businessNumber = '351300400500'

export const newId = () => `wamid.${randomBytes(30).toString('base64')}`

export const text = (body: string): Content => ({ type: 'text', text: { body } })

/** Taps a quick reply of a template message. */
export const tap = (message: { id: string }, payload: string, text: string): Content => ({
  type: 'button',
  context: { from: businessNumber, id: message.id },
  button: { payload, text },
})

/** Taps a reply button of an interactive message. */
export const choose = (message: { id: string }, id: string, title: string): Content => ({
  type: 'interactive',
  context: { from: businessNumber, id: message.id },
  interactive: { type: 'button_reply', button_reply: { id, title } },
})

export const voiceNote = (): Content => ({
  type: 'audio',
  audio: { ...file('audio/ogg; codecs=opus'), voice: true },
})

export const picture = (caption?: string): Content => ({
  type: 'image',
  image: { ...(caption !== undefined && { caption }), ...file('image/jpeg') },
})

export const reaction = (message: { id: string }, emoji: string): Content => ({
  type: 'reaction',
  reaction: { message_id: message.id, emoji },
})

export const unsupported = (): Content => ({
  type: 'unsupported',
  errors: [errorOf(131051, 'Message type is currently not supported.')],
})

const file = (mime_type: string) => ({
  mime_type,
  sha256: randomBytes(32).toString('base64'),
  id: newNumber(),
})

/** An id of the Graph API. */
export const newNumber = () => `1${randomBytes(6).readUIntBE(0, 6)}`.padEnd(15, '0')

export const errorOf = (code: number, details: string) => ({
  code,
  title: errorTitles[code] ?? `Error ${code}`,
  message: errorTitles[code] ?? `Error ${code}`,
  error_data: { details },
  href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
})

/** Wraps messages or statuses as a webhook does. */
export const envelope = (businessAccountId: string, phone_number_id: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: businessAccountId,
      changes: [
        {
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: businessNumber, phone_number_id },
            ...value,
          },
          field: 'messages',
        },
      ],
    },
  ],
})

/** Seconds since 1970. */
export const now = () => `${Math.floor(Date.now() / 1000)}`

/** Serialises as Meta does: with escapes instead of letters outside ASCII, and before slashes. The signature is over these bytes. */
export const serialise = (payload: object) =>
  JSON.stringify(payload)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
