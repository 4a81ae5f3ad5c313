// WhatsApp through Meta's Cloud API. https://developers.facebook.com/documentation/business-messaging/whatsapp
import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  errorTitles,
  type Fault,
  faultsAgainst,
  faultsOfMessage,
  faultsOfTemplate,
  type Template,
  type TemplateContent,
} from './meta-rules.ts'
import { type Content, envelope, errorOf, newId, newNumber, now, serialise } from './meta-webhooks.ts'
import { type Answer, startProvider, type Webhook } from './provider.ts'

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

interface Upload {
  id: string
  type: string
  bytes: Buffer
}

type Status = 'sent' | 'delivered' | 'read' | 'failed'

const version = '/v23.0'
const maxImageBytes = 5 * 1024 ** 2

/** Starts the server outside a test. */
export async function startMeta(answer?: Answer<MetaMessage>) {
  const provider = await startProvider(answer)
  const { app, accepted, violations, takeViolations, close } = provider
  const phoneNumberId = newNumber()
  const businessAccountId = newNumber()
  // Meta's tokens start with EAA.
  const accessToken = `EAA${randomBytes(40).toString('hex')}`
  const appSecret = randomBytes(16).toString('hex')
  const media: Upload[] = []
  const templates: Template[] = []

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
    return checkAccount(message, request, reply) ?? settle(message, reply)
  })

  /** Refuses a message that does not fit what the account has: its templates and uploads. */
  function checkAccount({ template, image }: MetaMessage, request: FastifyRequest, reply: FastifyReply) {
    const ids = [image?.id, ...imagesOf(template)].filter((id) => id !== undefined)
    const unknown = ids.find((id) => !media.some((upload) => upload.id === id))
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

  const settle = (message: MetaMessage, reply: FastifyReply) =>
    provider.settle(
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

  app.post(`${version}/${phoneNumberId}/media`, async (request, reply) => {
    const upload = await readUpload(request)
    if ('details' in upload) return refuseInvalid(request, reply, [upload])
    media.push(upload)
    return { id: upload.id }
  })

  app.get(`${version}/${phoneNumberId}`, async (request, reply) => {
    const number: Record<string, string> = {
      verified_name: 'Clínica',
      display_phone_number: '+351 300 400 500',
      quality_rating: 'GREEN',
      code_verification_status: 'VERIFIED',
      name_status: 'APPROVED',
      status: 'CONNECTED',
      platform_type: 'CLOUD_API',
      id: phoneNumberId,
    }
    const { fields } = request.query as { fields?: string }
    const names = fields?.split(',') ?? Object.keys(number).filter((name) => !['name_status', 'status'].includes(name))
    const unknown = names.filter((name) => !(name in number))
    if (unknown.length > 0) {
      return refuseInvalid(request, reply, [{ code: 100, details: `Tried accessing nonexisting field (${unknown})` }])
    }
    return { ...Object.fromEntries(names.map((name) => [name, number[name]])), id: phoneNumberId }
  })

  // Names the business accounts of a token. https://developers.facebook.com/docs/graph-api/reference/debug_token
  app.get(`${version}/debug_token`, async (request, reply) => {
    const { input_token } = request.query as { input_token?: string }
    if (!input_token) return refuseInvalid(request, reply, [{ code: 100, details: 'input_token is required' }])
    const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging']
    if (input_token !== accessToken) return { data: { is_valid: false, scopes: [] } }
    const granular_scopes = scopes.map((scope) => ({ scope, target_ids: [businessAccountId] }))
    return { data: { type: 'SYSTEM_USER', is_valid: true, expires_at: 0, scopes, granular_scopes } }
  })

  app.get(`${version}/${businessAccountId}/message_templates`, async ({ query, host }) => {
    const { name, language, status, limit = '25', after } = query as Record<string, string | undefined>
    const found = templates.filter(
      (each) =>
        (!name || each.name.includes(name)) &&
        (!language || each.language === language) &&
        (!status || each.status === status.toUpperCase()),
    )
    const start = after ? Number(Buffer.from(after, 'base64').toString()) : 0
    const end = start + Number(limit)
    const cursor = (position: number) => Buffer.from(`${position}`).toString('base64')
    const rest = new URLSearchParams({ ...(query as Record<string, string>), after: cursor(end) })
    const next = `http://${host}${version}/${businessAccountId}/message_templates?${rest}`
    return {
      data: found.slice(start, end),
      paging: { cursors: { before: cursor(start), after: cursor(end) }, ...(end < found.length && { next }) },
    }
  })

  app.post(`${version}/${businessAccountId}/message_templates`, async (request, reply) => {
    const body = readJson(request)
    const faults = body ? faultsOfTemplate(body) : [{ code: 100, details: 'the body must be JSON' }]
    if (faults.length > 0) return refuseInvalid(request, reply, faults)
    const template = { ...body, id: newNumber(), status: 'PENDING' } as unknown as Template
    const { id, name, language, status, category } = template
    if (templates.some((each) => each.name === name && each.language === language)) {
      return refuse(reply, 400, { code: 100, details: `${name} already exists in ${language}` })
    }
    templates.push(template)
    return { id, status, category }
  })

  function refuseInvalid(request: FastifyRequest, reply: FastifyReply, faults: Fault[]) {
    provider.report(
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

  const host = await provider.listen()
  return {
    url: `whatsapp+http://${phoneNumberId}:${accessToken}@${host}${version}`,
    phoneNumberId,
    accessToken,
    appSecret,
    businessAccountId,
    accepted,
    violations,
    takeViolations,
    close,
    /** The uploaded files. */
    media,
    /** The registered templates. While there are none, the server takes every template message. */
    templates,
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

function readJson({ headers, body }: FastifyRequest): Record<string, unknown> | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return undefined
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}

/** Types and sizes: https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media */
async function readUpload({ headers, body }: FastifyRequest): Promise<Upload | Fault> {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return { code: 100, details: 'the body must be multipart/form-data' }
  const form = await new Response(body as Buffer<ArrayBuffer>, { headers: { 'content-type': type } }).formData()
  const unknown = [...form.keys()].filter((name) => !['messaging_product', 'type', 'file'].includes(name))
  if (unknown.length > 0) return { code: 100, details: `unknown parameters: ${unknown}` }
  const file = form.get('file')
  if (form.get('messaging_product') !== 'whatsapp') return { code: 100, details: 'messaging_product must be whatsapp' }
  if (!(file instanceof File)) return { code: 100, details: 'file must be a file' }
  if (!['image/jpeg', 'image/png'].includes(file.type)) return { code: 100, details: `unsupported type: ${file.type}` }
  if (file.size > maxImageBytes) return { code: 100, details: 'an image has at most 5 MB' }
  return { id: newNumber(), type: file.type, bytes: Buffer.from(await file.arrayBuffer()) }
}

const imagesOf = (template?: TemplateContent) =>
  (template?.components ?? []).flatMap(({ parameters }) =>
    parameters.map((parameter) => (parameter as { image?: { id?: string } }).image?.id),
  )

function refuse(reply: FastifyReply, status: number, { code, details }: Fault) {
  return reply.code(status).send({
    error: {
      message: `(#${code}) ${errorTitles[code] ?? `Error ${code}`}`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details },
      fbtrace_id: `A${randomBytes(15).toString('base64url')}`,
    },
  })
}
