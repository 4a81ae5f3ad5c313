// What a WhatsApp account has besides messages: its number, uploads and templates.
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Fault, refuse } from './meta-rules.ts'
import { faultsOfTemplate, type Template } from './meta-templates.ts'
import { newNumber } from './meta-webhooks.ts'
import { readJson } from './provider.ts'

interface Upload {
  id: string
  type: string
  bytes: Buffer
}

export interface Account {
  phoneNumberId: string
  businessAccountId: string
  accessToken: string
  appSecret: string
  /** The uploaded files. */
  media: Upload[]
  /** The registered templates. While there are none, the server takes every template message. */
  templates: Template[]
}

type RefuseInvalid = (request: FastifyRequest, reply: FastifyReply, faults: Fault[]) => FastifyReply

export const version = '/v23.0'
const maxImageBytes = 5 * 1024 ** 2

/** Adds the routes of uploads and of the number. */
export function numberRoutes(app: FastifyInstance, account: Account, refuseInvalid: RefuseInvalid) {
  const { phoneNumberId, businessAccountId, accessToken, appSecret, media } = account

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
    const { fields, appsecret_proof } = request.query as { fields?: string; appsecret_proof?: string }
    // https://developers.facebook.com/docs/graph-api/guides/secure-requests#appsecret_proof
    const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex')
    if (appsecret_proof !== undefined && appsecret_proof !== proof)
      return refuse(reply, 400, { code: 100, details: 'Invalid appsecret_proof provided in the API argument' })
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
}

/** Adds the routes of templates. */
export function templateRoutes(
  app: FastifyInstance,
  { businessAccountId, templates }: Account,
  refuseInvalid: RefuseInvalid,
) {
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
