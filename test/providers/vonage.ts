// Vonage's Messages API, version 1, for SMS. https://developer.vonage.com/en/api/messages
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readDocument, type Schema, validator } from './contract.ts'
import { type Answer, readJson, startProvider, type Webhook } from './provider.ts'

/** The body of a request for a message, with the message's id. */
export interface VonageMessage {
  message_uuid: string
  message_type: 'text'
  channel: 'sms'
  to: string
  from: string
  text: string
  client_ref?: string
  webhook_url?: string
  ttl?: number
}

type Status = 'submitted' | 'delivered' | 'rejected' | 'undeliverable'

interface Text {
  from: string
  text: string
  to?: string
  message_uuid?: string
}

interface Fault {
  name: string
  reason: string
}

const document = readDocument('vonage')
const { Text: text, baseMessageType } = document.components.schemas
// The published document also requires `message`, a property of version 0.1 that no example of version 1 has.
baseMessageType!.required = baseMessageType!.required!.filter((name) => name !== 'message')
// Later versions of the document have these too. https://developer.vonage.com/en/api/messages, types of @vonage/messages
const later: Schema = {
  properties: {
    ttl: { type: 'integer', minimum: 20, maximum: 604_800 },
    sms: {
      type: 'object',
      properties: {
        encoding_type: { type: 'string', enum: ['text', 'unicode', 'auto'] },
        content_id: { type: 'string' },
        entity_id: { type: 'string' },
      },
    },
    webhook_url: { type: 'string', format: 'uri' },
    webhook_version: { type: 'string', enum: ['v0.1', 'v1'] },
  },
}
const faultsOfBody = validator(document, { allOf: [text!, document.components.schemas.channelOptionsSms!, later] })

const number = '351300400500'
const errors = document['x-errors'] as Record<string, { description: string }>

/** Starts the server outside a test. */
export async function startVonage(answer?: Answer<VonageMessage>) {
  const { app, listen, report, settle, ...recorded } = await startProvider(answer)
  const apiKey = randomBytes(4).toString('hex')
  const apiSecret = randomBytes(8).toString('hex')
  const signatureSecret = randomBytes(32).toString('hex')

  app.addHook('onRequest', async ({ headers: { authorization } }, reply) => {
    const expected = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
    if (authorization === expected) return undefined
    return refuse(
      reply,
      401,
      'unauthorized',
      'You did not provide correct credentials.',
      'Check your API key and secret',
    )
  })

  app.setNotFoundHandler((request, reply) => {
    report(request, ['not found'])
    return refuse(reply, 404, 'not-found', 'Not Found', 'There is no such resource')
  })

  // https://developer.vonage.com/en/api/account, Secret Management.
  app.get(`/accounts/${apiKey}/secrets`, async () => ({
    _links: { self: { href: `/accounts/${apiKey}/secrets` } },
    _embedded: { secrets: [{ id: randomUUID(), created_at: '2026-01-01T00:00:00Z' }] },
  }))

  app.post('/v1/messages', async (request, reply) => {
    const body = readJson(request)
    if (!body) return refuseInvalid(request, reply, [{ name: 'body', reason: 'must be JSON' }])
    const faults = faultsOfMessage(body)
    if (faults.length > 0) return refuseInvalid(request, reply, faults)
    const message = { ...body, message_uuid: randomUUID() } as unknown as VonageMessage
    return settle(
      message,
      reply,
      () => reply.code(202).send({ message_uuid: message.message_uuid }),
      ({ status, code = 1000 }) => refuse(reply, status, `${code}`, 'Refused', detailOf(code)),
    )
  })

  function refuseInvalid(request: FastifyRequest, reply: FastifyReply, invalid_parameters: Fault[]) {
    report(
      request,
      invalid_parameters.map(({ name, reason }) => `${name} ${reason}`),
    )
    const detail = 'The value of one or more parameters is invalid.'
    return refuse(reply, 422, '1150', 'Invalid params', detail, { invalid_parameters })
  }

  /** Signs a webhook as Vonage does. */
  function webhook(url: string, payload: object): Webhook {
    const body = JSON.stringify(payload)
    return {
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${signVonage(signatureSecret, apiKey, body)}`,
      },
      body,
    }
  }

  const host = await listen()
  return {
    url: `vonage+http://${apiKey}:${apiSecret}@${host}`,
    apiKey,
    apiSecret,
    signatureSecret,
    ...recorded,
    webhook,

    statusWebhook(
      url: string,
      { message_uuid, to, from, client_ref }: VonageMessage,
      status: Status,
      errorCode?: number,
    ) {
      return webhook(url, {
        message_uuid,
        to,
        from,
        timestamp: new Date().toISOString(),
        status,
        ...(client_ref !== undefined && { client_ref }),
        ...(errorCode && {
          error: {
            type: typeOf(`${errorCode}`),
            title: `${errorCode}`,
            detail: detailOf(errorCode),
            instance: randomBytes(16).toString('hex'),
          },
        }),
        usage: { currency: 'EUR', price: '0.0333' },
        channel: 'sms',
      })
    },

    inboundWebhook(url: string, { from, text, to = number, message_uuid = randomUUID() }: Text) {
      return webhook(url, {
        channel: 'sms',
        message_uuid,
        to,
        from,
        timestamp: new Date().toISOString(),
        text,
        sms: { num_messages: '1', keyword: text.split(' ')[0]!.toUpperCase() },
        usage: { currency: 'EUR', price: '0.0057' },
      })
    },
  }
}

/** Returns the JSON Web Token of a webhook. https://developer.vonage.com/en/getting-started/concepts/webhooks */
export function signVonage(signatureSecret: string, apiKey: string, body: string): string {
  const claims = {
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
    iss: 'Vonage',
    payload_hash: createHash('sha256').update(body).digest('hex'),
    api_key: apiKey,
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', signatureSecret).update(signed).digest('base64url')}`
}

function faultsOfMessage(body: Record<string, unknown>): Fault[] {
  const { to, from, text, client_ref } = body
  const rules: [boolean, string, string][] = [
    // The description of ToNumber: E.164 without a leading + or 00.
    [!/^[1-9]\d{6,14}$/.test(String(to)), 'to', 'must be an E.164 number without +'],
    // The description of FromNumber: the same, or an alphanumeric sender.
    [
      !/^([1-9]\d{2,14}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/.test(String(from)),
      'from',
      'must be a number without +, or a name',
    ],
    [String(text).length === 0, 'text', 'must not be empty'],
    // The description of `text`.
    [String(text).length > 1000, 'text', 'must have at most 1,000 characters'],
    // The description of `client_ref`.
    [String(client_ref).length > 100, 'client_ref', 'must have at most 100 characters'],
  ]
  const broken = rules.filter(([isBroken]) => isBroken).map(([, name, reason]) => ({ name, reason }))
  return [...broken, ...faultsOfBody(body).map(({ pointer, reason }) => ({ name: pointer, reason }))]
}

const typeOf = (code: string) => `https://developer.vonage.com/api-errors/messages#${code}`
const detailOf = (code: number) => errors[code]?.description ?? `Error ${code}`

function refuse(reply: FastifyReply, status: number, code: string, title: string, detail: string, more: object = {}) {
  const problem = { type: typeOf(code), title, detail, instance: randomBytes(16).toString('hex'), ...more }
  return reply.code(status).type('application/problem+json').send(problem)
}
