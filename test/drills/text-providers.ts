import { findReference } from '../../src/channels/mobile/vonage/reference.ts'
import type { Answer, Refusal, Violation, Webhook } from '../providers/provider.ts'
import { startTwilio } from '../providers/twilio.ts'
import { startVonage } from '../providers/vonage.ts'

export const publicUrl = 'https://rollcall.test'

export type Outcome = Awaited<ReturnType<Answer<never>>>

/** What a provider reports on a text. */
export type Report = 'sent' | 'delivered' | 'failed'

/** A text that the provider was given. */
export interface Given {
  deliveryId: string
  to: string
  /** Returns the callback of the provider. */
  report(report: Report): Webhook
}

interface Started {
  /** The environment of a service whose texts go to the provider. */
  env: NodeJS.ProcessEnv
  /** Returns the callback of a contact's text. */
  reply(from: string, text: string): Webhook
  violations: Violation[]
  close(): Promise<void>
}

/** A provider as the drill uses it. */
export interface TextProvider {
  provider: string
  /** The response to a number that is not valid. */
  refusal: Refusal
  start(answer: (text: Given) => Outcome): Promise<Started>
}

const SMS_FROM = '+351300400500'

export const textProviders: TextProvider[] = [
  {
    provider: 'Twilio',
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
        reply: (From, Body) => twilio.inboundWebhook(`${publicUrl}/sms/twilio/replies`, { From, Body }),
        violations: twilio.violations,
        close: twilio.close,
      }
    },
  },
  {
    provider: 'Vonage',
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
        reply: (from, text) => vonage.inboundWebhook(url, { from: from.slice(1), text }),
        violations: vonage.violations,
        close: vonage.close,
      }
    },
  },
]
