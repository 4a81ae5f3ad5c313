import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Problem } from '../../platform/errors/errors.ts'
import type { Feature, RouteContext } from '../../platform/http/feature.ts'
import type { Incoming } from '../incoming.ts'
import { isSame } from '../secret-path.ts'
import { hmac, rawBody, signedCallbacks, signedJson } from '../signed-callbacks.ts'
import type { WhatsAppServer } from './environment.ts'
import { takeWebhook } from './webhook.ts'

export const webhookPath = '/whatsapp'

// https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests
const Verification = Type.Object({
  'hub.mode': Type.Optional(Type.String()),
  'hub.challenge': Type.Optional(Type.String({ maxLength: 200 })),
  'hub.verify_token': Type.Optional(Type.String()),
})

const signature = 'x-hub-signature-256'

// Meta batches up to 1,000 updates in up to 3 MB, mainly after it could not reach the service.
// https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview
const maxBatchBytes = 3 * 1024 * 1024

/** The route that Meta calls. */
export const callbackRoutes =
  (incoming: (context: RouteContext) => Incoming): Feature =>
  (app, context) => {
    const { secret, config, addressBudgets } = context
    const server = () => config.servers.whatsapp as WhatsAppServer | undefined

    signedCallbacks(app, addressBudgets, signature, (callbacks) => {
      callbacks.get(webhookPath, { schema: { hide: true, querystring: Verification } }, async ({ query }, reply) => {
        const { 'hub.mode': mode, 'hub.challenge': challenge, 'hub.verify_token': token } = query
        const expected = server()?.verifyToken
        const isKnown = isSame(token ?? '', expected ?? '') && expected !== undefined
        if (mode !== 'subscribe' || !isKnown || challenge === undefined) throw new Problem('unverified-callback')
        return reply.type('text/plain').send(challenge)
      })

      callbacks.post(webhookPath, { bodyLimit: maxBatchBytes, schema: { hide: true } }, async (request) => {
        const { from } = verifySignature(request, server())
        await takeWebhook(incoming(context), secret, from, signedJson(request.body))
        return {}
      })
    })
  }

/** @throws Problem unverified-callback */
function verifySignature({ headers, body }: FastifyRequest, server: WhatsAppServer | undefined): WhatsAppServer {
  const given = String(headers[signature] ?? '')
  const expected = `sha256=${hmac('sha256', server?.appSecret ?? '', rawBody(body)).digest('hex')}`
  if (!isSame(given, expected) || !server) throw new Problem('unverified-callback')
  return server
}
