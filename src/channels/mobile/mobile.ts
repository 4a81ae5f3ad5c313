import type { Channel, Message } from '../channel.ts'
import { textNumbers } from '../phone-number.ts'
import { textEnvironment } from './environment.ts'
import { gateway } from './gateway/gateway.ts'
import type { TextServer } from './provider.ts'
import { providerOf, providers } from './providers.ts'

// The alphabets are loaded with the first text.
export const mobile = {
  name: 'mobile',
  messages: 'texts',
  address: textNumbers,
  hasAddressIndex: true,
  carriesPictures: false,
  compose: async (to, content) => ({ ...to, text: (await import('./segments.ts')).fewestSegments(content.texts()) }),
  template: { form: 'text', maxSegments: 6, measure: async (text) => (await import('./segments.ts')).measure(text) },
  shown: ({ text }) => ({ text }),
  environment: textEnvironment,
  // Contacts can reply to a number, but not to a name.
  takesReplies: (server) =>
    server?.from !== undefined &&
    new RegExp(`^(\\+?\\d+|${providerOf(server).senders?.pattern ?? '$'})$`).test(server.from),
  open: async (server, context) => providerOf(server).open(server, context),
  file: { extension: 'txt', write: ({ uid, text }) => `To: ${uid}\n\n${text}\n` },
  refusal: async (server, plaintextNetworks) => providerOf(server).refusal?.(server, plaintextNetworks),
  async faults(server, plaintextNetworks) {
    const fault = await providerOf(server).fault(server, plaintextNetworks)
    return fault === undefined ? [] : [`SMS_URL: ${fault}`]
  },
  routes: (incoming) => (app, context) => {
    for (const provider of providers) {
      const server = () => {
        const configured = context.config.servers.mobile as TextServer | undefined
        return configured && providerOf(configured) === provider ? configured : undefined
      }
      provider.routes?.(app, { ...context, incoming: incoming(context), server })
    }
  },
  replyPath: (secret, server) => (server ? providerOf(server) : gateway).replyPath?.(secret),
} as const satisfies Channel<Message, TextServer>
