import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { Problem } from '../../../platform/errors/errors.ts'
import { parseInstant } from '../../../platform/time/instant.ts'
import type { FinalReceipt, Receipt, Reply } from '../../incoming.ts'
import { readProviderUrl } from '../../provider-url.ts'
import { rawBody, signedCallbacks, signedJson } from '../../signed-callbacks.ts'
import type { ProviderRoutes } from '../provider.ts'
import { codeOf, codes } from './codes.ts'
import { findReference } from './reference.ts'

/** The path where Vonage reports the status of texts. The signature authenticates Vonage: the path is no secret. */
export const statusPath = '/sms/vonage/status'

/** The path where Vonage submits replies. */
export const replyPath = '/sms/vonage/replies'

// https://developer.vonage.com/en/api/messages#webhooks
const Status = Type.Object({
  status: Type.String(),
  message_uuid: Type.String(),
  client_ref: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  // Its title is a text or a number.
  error: Type.Optional(Type.Unknown()),
})
const Inbound = Type.Object({
  message_uuid: Type.String(),
  from: Type.String(),
  timestamp: Type.Optional(Type.String()),
  message_type: Type.Optional(Type.String()),
  text: Type.Optional(Type.String()),
})

/** The routes that Vonage calls. They respond with 200 also to callbacks about messages of other applications. */
export const callbackRoutes: ProviderRoutes = (app, { incoming, server, addressBudgets }) =>
  signedCallbacks(app, addressBudgets, 'authorization', (callbacks) => {
    callbacks.post(statusPath, { schema: { hide: true } }, async (request) => {
      const body = await verifiedBody(request)
      if (!Value.Check(Status, body)) return {}
      const { client_ref, message_uuid, to } = body
      const [delivery, receipt] = [client_ref && findReference(client_ref), receiptOf(body)]
      if (delivery && receipt) await incoming.receiptOf(delivery, receipt)
      else if (receipt && client_ref === undefined) await incoming.receipt([message_uuid], `+${to}`, receipt)
      return {}
    })

    callbacks.post(replyPath, { schema: { hide: true } }, async (request) => {
      const body = await verifiedBody(request)
      if (Value.Check(Inbound, body)) await incoming.reply(replyOf(body))
      return {}
    })

    /** Returns the body that Vonage has signed.
     *  @throws Problem unverified-callback, not-found */
    async function verifiedBody({ headers: { authorization = '' }, body }: FastifyRequest): Promise<unknown> {
      const configured = server()
      if (!configured) throw new Problem('not-found')
      const { user: apiKey, password } = readProviderUrl(configured.url)
      const account = { apiKey, signatureSecret: configured.variables.SMS_SIGNATURE_SECRET ?? password }
      const { isSigned } = await import('./token.ts')
      if (!(await isSigned(account, authorization, rawBody(body)))) throw new Problem('unverified-callback')
      return signedJson(body)
    }
  })

const outcomes: Record<string, FinalReceipt['outcome']> = {
  submitted: 'sent',
  delivered: 'delivered',
  read: 'read',
  rejected: 'failed',
  undeliverable: 'failed',
}

/** Returns undefined for a status that Vonage has added since. */
function receiptOf({ status, error, message_uuid }: Type.Static<typeof Status>): Receipt | undefined {
  const outcome = outcomes[status]
  if (outcome !== 'failed') return outcome && { outcome }
  const code = codeOf(Object(error))
  return code ? codes.receiptOf(code, message_uuid) : { outcome, reason: `Vonage reports the text as ${status}` }
}

const attachments = { audio: 'audio', image: 'image', video: 'video', file: 'document', location: 'location' } as const

function replyOf({
  message_uuid,
  from,
  timestamp = '',
  message_type = 'text',
  text = '',
}: Type.Static<typeof Inbound>): Reply {
  const sentAt = parseInstant(timestamp)
  return {
    id: message_uuid,
    uid: `+${from.replace(/^\+/, '')}`,
    text,
    ...(sentAt !== undefined && { sentAt }),
    ...(message_type !== 'text' && { attachment: attachments[message_type as keyof typeof attachments] ?? 'other' }),
  }
}
