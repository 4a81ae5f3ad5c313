import { contact } from '../contact.ts'
import type { Rollcall } from '../rollcall.ts'
import type { MetaMessage } from './meta.ts'
import { tap, text } from './meta-webhooks.ts'
import { openConfigured } from './open-configured.ts'
import type { Answer } from './provider.ts'
import { metaServer } from './servers.ts'

export const uid = '+351912345678'
export const address = { channel: 'whatsapp' as const, uid }

/** Connects the service to a server that behaves as Meta, as the operator configures it. */
export async function whatsappOf(rollcall: Rollcall, answer?: Answer<MetaMessage>) {
  const meta = await metaServer(answer)
  const { deliver, post: call } = await openConfigured(rollcall, {
    WHATSAPP_URL: meta.url,
    WHATSAPP_APP_SECRET: meta.appSecret,
    WHATSAPP_VERIFY_TOKEN: 'a token of ours',
  })
  const path = '/whatsapp'
  const write = (...contents: Parameters<typeof meta.inboundWebhook>[2][]) =>
    call(meta.inboundWebhook(path, uid, ...contents))
  return {
    meta,
    call,
    deliver,
    /** Sends messages of the contact. */
    write,
    says: (words: string) => write(text(words)),
    /** Taps a button of a message. */
    taps: (message: MetaMessage, label: string) => write(tapOn(message, label)),
    report: (message: MetaMessage, ...status: [Parameters<typeof meta.statusWebhook>[2], number?]) =>
      call(meta.statusWebhook(path, message, ...status)),
  }
}

const labels = ['Confirm', 'Another time', 'Cannot come']

/** The tap on a button, as Meta reports it. */
export function tapOn(message: MetaMessage, label: string) {
  const buttons = message.template!.components!.filter(({ type }) => type === 'button')
  const parameters = buttons[labels.indexOf(label)]!.parameters as unknown as { payload: string }[]
  return tap(message, parameters[0]!.payload, label)
}

export const english = { contact: { external_id: 'P-77', name: 'João Silva', language: 'en_GB', country: 'PT' } }

/** Creates a notification whose contact has WhatsApp. */
export const whatsappContact = (rollcall: Rollcall, over: Parameters<typeof contact>[1] = {}, target?: string) =>
  contact(rollcall, { ...english, addresses: [address], ...over }, target)
