import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Problem } from '../../../platform/errors/errors.ts'
import { readForm } from '../../../platform/http/forms.ts'
import type { Attachment, DeliveryKey, FinalReceipt, Receipt } from '../../incoming.ts'
import { readProviderUrl } from '../../provider-url.ts'
import { rawBody, signedCallbacks } from '../../signed-callbacks.ts'
import type { ProviderRoutes } from '../provider.ts'
import { codes } from './codes.ts'
import { isSigned } from './signature.ts'

/** The path where Twilio reports the status of a text. The signature authenticates Twilio: the path is no secret. */
export const statusPath = ({ entity_id, delivery_id }: DeliveryKey) => `/sms/twilio/status/${entity_id}/${delivery_id}`

/** The path where Twilio submits replies. */
export const replyPath = '/sms/twilio/replies'

const StatusKey = Type.Object({ entity_id: Type.String(), delivery_id: Type.String() })

const signature = 'x-twilio-signature'

// https://www.twilio.com/docs/messaging/twiml: without a verb, Twilio sends nothing to the contact.
const nothing = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

/** The routes that Twilio calls. */
export const callbackRoutes: ProviderRoutes = (app, { incoming, origin, server, addressBudgets }) =>
  signedCallbacks(app, addressBudgets, signature, (callbacks) => {
    callbacks.post(
      '/sms/twilio/status/:entity_id/:delivery_id',
      { schema: { hide: true, params: StatusKey } },
      async (request, reply) => {
        const receipt = receiptOf(verifiedForm(request))
        if (receipt) await incoming.receiptOf(request.params, receipt)
        return reply.code(204).send()
      },
    )

    callbacks.post(replyPath, { schema: { hide: true } }, async (request, reply) => {
      const form = verifiedForm(request)
      const [id, attachment] = [form.get('MessageSid'), attachmentOf(form)]
      await incoming.reply({
        ...(id !== null && { id }),
        uid: form.get('From') ?? '',
        text: form.get('Body') ?? '',
        ...(attachment && { attachment }),
        // https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out: also START and HELP, which are texts as others.
        isOptOut: form.get('OptOutType') === 'STOP',
      })
      return reply.type('text/xml').send(nothing)
    })

    /** Returns the form that Twilio has signed.
     *  @throws Problem unverified-callback, not-found */
    function verifiedForm({ url, headers, body }: FastifyRequest): URLSearchParams {
      const configured = server()
      if (!configured) throw new Problem('not-found')
      // Twilio signs the fields, and not the body.
      const form = readForm(rawBody(body).toString())
      const { password } = readProviderUrl(configured.url)
      if (!form || !isSigned(password, String(headers[signature]), origin() + url, form))
        throw new Problem('unverified-callback')
      return form
    }
  })

// https://www.twilio.com/docs/messaging/api/message-resource#message-status-values
const outcomes: Record<string, FinalReceipt['outcome']> = {
  queued: 'sent',
  accepted: 'sent',
  scheduled: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}

/** Returns undefined for a status that Twilio has added since. */
function receiptOf(form: URLSearchParams): Receipt | undefined {
  const status = form.get('MessageStatus') ?? ''
  const outcome = outcomes[status]
  if (outcome !== 'failed') return outcome && { outcome }
  const code = form.get('ErrorCode')
  const id = form.get('MessageSid') ?? ''
  return code ? codes.receiptOf(Number(code), id) : { outcome, reason: `Twilio reports the text as ${status}` }
}

/** Returns the kind of the first file of an MMS. */
function attachmentOf(form: URLSearchParams): Attachment | undefined {
  if (!(Number(form.get('NumMedia')) > 0)) return undefined
  const [kind] = form.get('MediaContentType0')?.split('/') ?? []
  if (kind === 'audio' || kind === 'image' || kind === 'video') return kind
  return kind === 'application' ? 'document' : 'other'
}
