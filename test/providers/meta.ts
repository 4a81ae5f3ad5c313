// WhatsApp through Meta's Cloud API. https://developers.facebook.com/documentation/business-messaging/whatsapp
import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Account, numberRoutes, templateRoutes, version } from './meta-account.ts'
import { type Fault, faultsOfMessage, refuse, type TemplateContent } from './meta-rules.ts'
import { faultsAgainst } from './meta-templates.ts'
import { type Content, envelope, errorOf, newId, newNumber, now, serialise } from './meta-webhooks.ts'
import { type Answer, readJson, startProvider, type Webhook } from './provider.ts'

/** The body of a request for a message, with the message's id. */
export interface MetaMessage {
  id: string
  to: string
  type: 'text' | 'image' | 'interactive' | 'template'
  text?: { body: string; preview_url?: boolean }
  image?: { id?: string; link?: string; caption?: string }
  interactive?: Record<string, unknown>
  template?: TemplateContent
  context?: { message_id: string }
  biz_opaque_callback_data?: string
}

type Status = 'sent' | 'delivered' | 'read' | 'failed'

/** Starts the server outside a test. */
export async function startMeta(answer?: Answer<MetaMessage>) {
  const { app, listen, report, settle, ...recorded } = await startProvider(answer)
  const account: Account = {
    phoneNumberId: newNumber(),
    businessAccountId: newNumber(),
    // Meta's tokens start with EAA.
    accessToken: `EAA${randomBytes(40).toString('hex')}`,
    appSecret: randomBytes(16).toString('hex'),
    media: [],
    templates: [],
  }
  const { phoneNumberId, businessAccountId, accessToken, appSecret, media, templates } = account

  app.addHook('onRequest', async ({ headers: { authorization } }, reply) => {
    if (authorization === `Bearer ${accessToken}`) return undefined
    return refuse(reply, 401, { code: 190, details: 'Cannot parse access token' })
  })

  // A wrong id is the operator's mistake, and no violation.
  const knownPath = /^\/v23\.0\/\d+(\/(messages|media|message_templates))?(\?|$)/
  app.setNotFoundHandler((request, reply) => {
    const fault = { code: 100, details: `Unsupported request: ${request.method} ${request.url}` }
    return knownPath.test(request.url) ? refuse(reply, 400, fault) : refuseInvalid(request, reply, [fault])
  })

  app.post(`${version}/${phoneNumberId}/messages`, async (request, reply) => {
    const body = readJson(request)
    const faults = body ? faultsOfMessage(body) : [{ code: 100, details: 'the body must be JSON' }]
    if (faults.length > 0) return refuseInvalid(request, reply, faults)
    if (body!.status) return { success: true }
    const message = { ...body, id: newId() } as unknown as MetaMessage
    return checkAccount(message, request, reply) ?? respond(message, reply)
  })

  /** Refuses a message that does not fit what the account has: its templates and uploads. */
  function checkAccount(message: MetaMessage, request: FastifyRequest, reply: FastifyReply) {
    const { template } = message
    const unknown = imagesOf(message).find((id) => !media.some((upload) => upload.id === id))
    if (unknown) return refuseInvalid(request, reply, [{ code: 131009, details: `no media has the id ${unknown}` }])
    if (!template || templates.length === 0) return undefined
    const { name, language } = template
    const registered = templates.find((each) => each.name === name && each.language === language.code)
    if (registered?.status === 'PAUSED') return refuse(reply, 400, { code: 132015, details: `${name} is paused` })
    if (registered?.status === 'DISABLED') return refuse(reply, 400, { code: 132016, details: `${name} is disabled` })
    if (registered?.status !== 'APPROVED') {
      return refuse(reply, 404, { code: 132001, details: `template name (${name}) does not exist in ${language.code}` })
    }
    const faults = faultsAgainst(registered, template)
    return faults.length > 0 ? refuseInvalid(request, reply, faults) : undefined
  }

  const respond = (message: MetaMessage, reply: FastifyReply) =>
    settle(
      message,
      reply,
      () =>
        reply.send({
          messaging_product: 'whatsapp',
          contacts: [{ input: message.to, wa_id: message.to.replace('+', '') }],
          messages: [{ id: message.id, ...(message.template && { message_status: 'accepted' }) }],
        }),
      ({ status, code = status === 429 ? 130429 : 131000 }) =>
        refuse(reply, status, { code, details: `Refused with ${code}` }),
    )

  numberRoutes(app, account, refuseInvalid)
  templateRoutes(app, account, refuseInvalid)

  function refuseInvalid(request: FastifyRequest, reply: FastifyReply, faults: Fault[]) {
    report(
      request,
      faults.map(({ code, details }) => `${code} ${details}`),
    )
    return refuse(reply, 400, faults[0]!)
  }

  /** Signs a webhook as Meta does. */
  function webhook(url: string, payload: object): Webhook {
    const body = serialise(payload)
    return {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signMeta(appSecret, body) },
      body,
    }
  }

  const host = await listen()
  return {
    url: `whatsapp+http://${phoneNumberId}:${accessToken}@${host}${version}`,
    ...account,
    appSecret,
    ...recorded,
    webhook,

    statusWebhook(url: string, message: MetaMessage, status: Status, errorCode?: number) {
      const { id, to, template, biz_opaque_callback_data } = message
      const category = template ? 'utility' : 'service'
      const billing = {
        conversation: { id: randomBytes(16).toString('hex'), origin: { type: category } },
        pricing: { billable: template !== undefined, pricing_model: 'PMP', category },
      }
      return webhook(
        url,
        envelope(businessAccountId, phoneNumberId, {
          statuses: [
            {
              id,
              status,
              timestamp: now(),
              recipient_id: to.replace('+', ''),
              ...(status !== 'failed' && status !== 'read' && billing),
              ...(biz_opaque_callback_data !== undefined && { biz_opaque_callback_data }),
              ...(errorCode && { errors: [errorOf(errorCode, `Details of ${errorCode}`)] }),
            },
          ],
        }),
      )
    },

    /** Returns one webhook with all these messages of a contact. */
    inboundWebhook(url: string, from: string, ...contents: Content[]) {
      const wa_id = from.replace('+', '')
      return webhook(
        url,
        envelope(businessAccountId, phoneNumberId, {
          contacts: [{ profile: { name: 'João Silva' }, wa_id }],
          messages: contents.map((content) => ({ from: wa_id, id: newId(), timestamp: now(), ...content })),
        }),
      )
    },
  }
}

/** Returns the X-Hub-Signature-256 of a body.
 *  https://developers.facebook.com/docs/graph-api/webhooks/getting-started#event-notifications */
export const signMeta = (appSecret: string, body: string | Buffer) =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

/** Returns the uploads that a message names, at any depth. */
function imagesOf(message: MetaMessage): string[] {
  const ids: string[] = []
  JSON.stringify(message, (name, value) => {
    if (name === 'image' && value.id) ids.push(value.id)
    return value
  })
  return ids
}
