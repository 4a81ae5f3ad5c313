import { hours, minutes } from '../../platform/time/instant.ts'
import type { Channel } from '../channel.ts'
import { phoneNumbers } from '../phone-number.ts'
import { callbackRoutes, webhookPath } from './callbacks.ts'
import { type WhatsAppServer, whatsappEnvironment } from './environment.ts'
import { composeWhatsApp, type WhatsAppMessage } from './message.ts'
import { shownWhatsApp, textOf } from './shown.ts'

/** WhatsApp, with Meta's Cloud API. The sender is loaded when the channel opens. */
export const whatsapp = {
  name: 'whatsapp',
  messages: 'WhatsApp messages',
  address: { ...phoneNumbers, compared: comparedNumber },
  hasAddressIndex: true,
  carriesPictures: true,
  compose: composeWhatsApp,
  // Meta counts 24 hours. A message of the last minutes could arrive too late.
  conversationMicros: hours(24) - minutes(10),
  template: {
    form: 'chat',
    fault: 'cannot be changed: WhatsApp sends the words that Meta has approved (rollcall whatsapp templates)',
  },
  approval: async () => (await import('./approval.ts')).approval,
  shown: shownWhatsApp,
  environment: whatsappEnvironment,
  takesReplies: (server) => server !== undefined,
  open: async (server, { secret }) => (await import('./sender.ts')).whatsappSender(server, secret),
  file: { extension: 'whatsapp.txt', write: (message) => `To: ${message.uid}\n\n${textOf(message)}\n` },
  faults: async (server) => (await import('./account.ts')).accountFaults(server),
  routes: callbackRoutes,
  replyPath: (_secret, server) => (server ? webhookPath : undefined),
} as const satisfies Channel<WhatsAppMessage, WhatsAppServer>

/** Returns the number by which WhatsApp addresses compare. For some mobile numbers, Meta reports a contact's id without the digit
 *  that the country has added: the 9 of Brazil and Argentina, and the 1 of Mexico. */
function comparedNumber(uid: string): string {
  return uid
    .replace(/^(\+55\d\d)9(\d{8})$/, '$1$2')
    .replace(/^(\+54)9(\d{10})$/, '$1$2')
    .replace(/^(\+52)1(\d{10})$/, '$1$2')
}
