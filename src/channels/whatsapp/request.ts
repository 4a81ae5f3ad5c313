import type { Secret } from '../../platform/keys/secret.ts'
import type { Chat } from '../content.ts'
import type { DeliveryKey } from '../incoming.ts'
import type { WhatsAppMessage } from './message.ts'
import { payloadOf } from './payload.ts'

/** Names the delivery in the statuses of its message. */
const referenceOf = ({ entity_id, delivery_id }: DeliveryKey) => `${entity_id}/${delivery_id}`

/** Reads the reference of a status. Undefined if the message is not this service's. */
export function readReference(text: string | undefined): DeliveryKey | undefined {
  const [, entity_id, delivery_id] = /^([A-Za-z0-9._~-]{1,64})\/([0-9a-f-]{36})$/.exec(text ?? '') ?? []
  return entity_id && delivery_id ? { entity_id, delivery_id } : undefined
}

/** Returns the body of POST /PHONE_NUMBER_ID/messages.
 *  @param mediaId the uploaded picture */
export function bodyOf(secret: Secret, message: WhatsAppMessage, mediaId?: string) {
  const delivery = { entity_id: message.entityId, delivery_id: message.id }
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.uid.replace(/^\+/, ''),
    biz_opaque_callback_data: referenceOf(delivery),
    ...contentOf(secret, message, delivery, mediaId),
  }
}

function contentOf(secret: Secret, message: WhatsAppMessage, delivery: DeliveryKey, mediaId: string | undefined) {
  switch (message.form) {
    case 'text':
      return { type: 'text', text: { body: message.text, preview_url: false } }
    case 'picture':
      return { type: 'image', image: { id: mediaId, caption: message.text } }
    case 'template':
      return { type: 'template', template: templateOf(secret, message.chat, delivery) }
  }
}

const templateOf = (secret: Secret, { name, language, values, answers }: Chat, delivery: DeliveryKey) => ({
  name,
  language: { code: languageCode(language), policy: 'deterministic' },
  components: [
    { type: 'body', parameters: values.map((text) => ({ type: 'text', text })) },
    ...answers.map(({ answer }, index) => ({
      type: 'button',
      sub_type: 'quick_reply',
      index: String(index),
      parameters: [{ type: 'payload', payload: payloadOf(secret, { delivery, answer }) }],
    })),
  ],
})

// Meta has these languages only with a region.
const codesWithRegion: Partial<Record<string, string>> = { pt: 'pt_PT' }

/** Returns Meta's code of a language. */
export const languageCode = (language: string) => codesWithRegion[language] ?? language.replace('-', '_')
