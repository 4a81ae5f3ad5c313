import { type Static, Type } from 'typebox'
import { maxPublicBodyBytes } from '../../../platform/http/limits.ts'
import type { Secret } from '../../../platform/keys/secret.ts'
import type { DeliveryKey } from '../../incoming.ts'
import { requires } from '../../secret-path.ts'
import type { ProviderRoutes } from '../provider.ts'

const longKey = 26

/** The path where a gateway reports the outcome of a text message. The path is secret: only the gateway receives it. */
export const statusPath = (secret: Secret, { entity_id, delivery_id }: DeliveryKey) =>
  `/sms/status/${entity_id}/${delivery_id}/${secret.derive(longKey, 'sms-status', entity_id, delivery_id)}`

/** The path where a gateway submits replies. It is the same for all contacts, so that the operator can configure it. */
export const replyPath = (secret: Secret) => `/sms/replies/${secret.derive(longKey, 'sms-replies')}`

const StatusKey = Type.Object({ entity_id: Type.String(), delivery_id: Type.String() })

const config = { public: true, budget: 'callbacks', personal: 'contact' } as const

// A telephone's text may contain NUL: the service cleans it, rather than refuse an opt-out.
const anyText = true

/** A gateway's report on a text message that it accepted. */
const StatusReport = Type.Object(
  { status: Type.Enum(['delivered', 'failed']), reason: Type.Optional(Type.String({ maxLength: 300 })) },
  { anyText },
)

/** A contact's reply. `from` includes the country code. `opted_out`: the provider takes the text as an opt-out. */
const ReplyReport = Type.Object(
  {
    from: Type.String({ minLength: 1, maxLength: 32 }),
    text: Type.String({ maxLength: 2_000 }),
    opted_out: Type.Optional(Type.Boolean()),
  },
  { anyText },
)

/** The routes that an SMS gateway calls. */
export const callbackRoutes: ProviderRoutes = (app, { secret, incoming }) => {
  app.post(
    '/sms/status/:entity_id/:delivery_id/:key',
    {
      config,
      bodyLimit: maxPublicBodyBytes,
      schema: { hide: true, params: StatusKey, body: StatusReport },
      onRequest: requires(({ params }) => statusPath(secret, params as Static<typeof StatusKey>)),
    },
    async ({ params, body: { status, reason } }, reply) => {
      await incoming.receiptOf(params, { outcome: status, ...(reason && { reason }) })
      return reply.code(204).send()
    },
  )

  app.post(
    '/sms/replies/:key',
    {
      config,
      // 2,000 characters, each as two escapes of six bytes, take 24 kB. No telephone sends so many of these.
      bodyLimit: maxPublicBodyBytes,
      schema: { hide: true, body: ReplyReport },
      onRequest: requires(() => replyPath(secret)),
    },
    async ({ body: { from, text, opted_out: isOptOut = false } }, reply) => {
      await incoming.reply({
        uid: `+${from.replaceAll(/[\s().-]/g, '').replace(/^(\+|00)/, '')}`,
        text,
        isOptOut,
      })
      return reply.code(204).send()
    },
  )
}
