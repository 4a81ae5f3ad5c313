import { findReference } from '../../src/channels/mobile/vonage/reference.ts'
import { type MetaMessage, startMeta } from '../providers/meta.ts'
import type { Answer, Refusal, Violation, Webhook } from '../providers/provider.ts'
import { startTwilio } from '../providers/twilio.ts'
import { startVonage } from '../providers/vonage.ts'
import { tapOn } from '../providers/whatsapp-contact.ts'

export const publicUrl = 'https://rollcall.test'

export type Outcome = Awaited<ReturnType<Answer<never>>>

/** What a provider reports on a message. */
export type Report = 'sent' | 'delivered' | 'failed'

/** A message that the provider was given. */
export interface ProviderMessage {
  deliveryId: string
  to: string
  /** Returns the callback of the provider. */
  report(report: Report): Webhook
}

interface RunningProvider {
  /** The environment of a service whose messages go to the provider. */
  env: NodeJS.ProcessEnv
  /** Returns the callback of a contact's answer. */
  reply(from: string, answer: ContactAnswer): Webhook
  violations: Violation[]
  close(): Promise<void>
}

/** A provider as the drill uses it. */
export interface DrilledProvider {
  provider: string
  channel: 'mobile' | 'whatsapp'
  /** The response to a number that is not valid. */
  refusal: Refusal
  start(answer: (text: ProviderMessage) => Outcome): Promise<RunningProvider>
}

const words = { confirm: 'sim', cancel: 'não' } as const
export type ContactAnswer = keyof typeof words

const SMS_FROM = '+351300400500'

export const drilledProviders: DrilledProvider[] = [
  {
    provider: 'Twilio',
    channel: 'mobile',
    refusal: { status: 400, code: 21211 },
    async start(answer) {
      const statuses = { sent: 'sent', delivered: 'delivered', failed: 'undelivered' } as const
      const twilio = await startTwilio((message) =>
        answer({
          deliveryId: message.StatusCallback!.split('/').at(-1)!,
          to: message.To,
          report: (report) => twilio.statusWebhook(message, statuses[report], report === 'failed' ? 30005 : undefined),
        }),
      )
      return {
        env: { SMS_URL: twilio.url, SMS_FROM },
        reply: (From, answer) =>
          twilio.inboundWebhook(`${publicUrl}/sms/twilio/replies`, { From, Body: words[answer] }),
        violations: twilio.violations,
        close: twilio.close,
      }
    },
  },
  {
    provider: 'Vonage',
    channel: 'mobile',
    refusal: { status: 422, code: 1170 },
    async start(answer) {
      const statuses = { sent: 'submitted', delivered: 'delivered', failed: 'undeliverable' } as const
      const vonage = await startVonage((message) =>
        answer({
          deliveryId: findReference(message.client_ref!)!.delivery_id,
          to: `+${message.to}`,
          report: (report) =>
            vonage.statusWebhook(
              message.webhook_url!,
              message,
              statuses[report],
              report === 'failed' ? 1190 : undefined,
            ),
        }),
      )
      const url = `${publicUrl}/sms/vonage/replies`
      return {
        env: { SMS_URL: vonage.url, SMS_FROM, SMS_SIGNATURE_SECRET: vonage.signatureSecret },
        reply: (from, answer) => vonage.inboundWebhook(url, { from: from.slice(1), text: words[answer] }),
        violations: vonage.violations,
        close: vonage.close,
      }
    },
  },
  {
    provider: 'Meta',
    channel: 'whatsapp',
    refusal: { status: 400, code: 131026 },
    async start(answer) {
      const url = `${publicUrl}/whatsapp`
      const notices = new Map<string, MetaMessage>()
      const meta = await startMeta((message) => {
        const to = `+${message.to}`
        if (message.template) notices.set(to, message)
        return answer({
          deliveryId: message.biz_opaque_callback_data!.split('/').at(-1)!,
          to,
          report: (report) => meta.statusWebhook(url, message, report, report === 'failed' ? 131049 : undefined),
        })
      })
      return {
        env: { WHATSAPP_URL: meta.url, WHATSAPP_APP_SECRET: meta.appSecret, WHATSAPP_VERIFY_TOKEN: 'a token' },
        reply: (from, answer) =>
          meta.inboundWebhook(url, from, tapOn(notices.get(from)!, answer === 'confirm' ? 'Confirm' : 'Cannot come')),
        violations: meta.violations,
        close: meta.close,
      }
    },
  },
]
