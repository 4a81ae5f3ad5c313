import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Channel, Message } from '../channel.ts'
import { callbackRoutes, replyPath, statusPath } from './callbacks.ts'
import { type TextServer, textEnvironment } from './environment.ts'

// The libraries of providers are loaded when the channel opens, and the alphabets with the first text.
export const mobile = {
  name: 'mobile',
  messages: 'texts',
  address: {
    kind: 'a phone number',
    normal: phoneNumber,
    compared: (uid) => uid,
    faults: {
      ofContact: "must be a phone number, with its country's code or in the country of the contact",
      alone: "must be a phone number with its country's code, such as +351912345678",
    },
  },
  carriesPictures: false,
  compose: async (to, content) => ({ ...to, text: (await import('./segments.ts')).fewestSegments(content.texts()) }),
  template: { form: 'text', maxSegments: 6, measure: async (text) => (await import('./segments.ts')).measure(text) },
  shown: ({ text }) => ({ text }),
  environment: textEnvironment,
  // Contacts can reply to a number, but not to a name.
  takesReplies: (server) => /^\+?\d+$/.test(server?.from ?? ''),
  async open({ url, from, headers }, { plaintextNetworks, secret, log, incoming, origin }) {
    if (url.startsWith('smpp')) {
      const { smppSender } = await import('./smpp.ts')
      return smppSender(url, from, incoming, log, plaintextNetworks)
    }
    const { gatewaySender } = await import('./gateway.ts')
    return gatewaySender({
      ...{ url, from, headers },
      statusUrl: ({ id, entityId }) => origin() + statusPath(secret, { entity_id: entityId, delivery_id: id }),
      replyUrl: () => origin() + replyPath(secret),
    })
  },
  file: { extension: 'txt', write: ({ uid, text }) => `To: ${uid}\n\n${text}\n` },
  refusal: async ({ url }, plaintextNetworks) =>
    new URL(url).protocol === 'smpp:' ? (await import('./smpp.ts')).smppRefusal(url, plaintextNetworks) : undefined,
  routes: callbackRoutes,
  replyPath,
} as const satisfies Channel<Message, TextServer>

/** Returns a telephone number in E.164, where `country` applies to national numbers. Returns undefined when the number
 *  cannot be valid, or has an extension, which gets no texts. */
function phoneNumber(uid: string, country: string | undefined): string | undefined {
  const region = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const number = parsePhoneNumberFromString(uid, { ...(region && { defaultCountry: region }), extract: false })
  return number?.isPossible() && number.ext === undefined ? number.number : undefined
}
