// Twilio's Messages API. https://www.twilio.com/docs/messaging/api/message-resource
import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readDocument, validator } from './contract.ts'
import { type Answer, startProvider, type Webhook } from './provider.ts'

/** The form of a request for a message, with the message's `sid`. */
export interface TwilioMessage extends Record<string, unknown> {
  sid: string
  To: string
  From?: string
  MessagingServiceSid?: string
  Body?: string
  StatusCallback?: string
}

type Status = 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'read'

interface Text {
  From: string
  Body: string
  To?: string
  MessageSid?: string
  OptOutType?: 'STOP' | 'START' | 'HELP'
  NumMedia?: string
}

interface Fault {
  code: number
  message: string
}

const document = readDocument('twilio')
const operation = document.paths['/2010-04-01/Accounts/{AccountSid}/Messages.json']!.post!
const form = operation.requestBody!.content['application/x-www-form-urlencoded']!.schema
const faultsOfForm = validator(document, form)

const number = '+15005550006'
const newSid = (prefix: string) => prefix + randomBytes(16).toString('hex')
const e164 = /^\+[1-9]\d{6,14}$/
// A number, a short code, or an alphanumeric sender. https://www.twilio.com/docs/api/errors/21212
const sender = /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 +_&-]{1,11})$/

/** Starts the server outside a test. */
export async function startTwilio(answer?: Answer<TwilioMessage>) {
  const { app, listen, report, settle, ...recorded } = await startProvider(answer)
  const accountSid = newSid('AC')
  const authToken = randomBytes(16).toString('hex')

  app.addHook('onRequest', async ({ headers: { authorization } }, reply) => {
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
    if (authorization !== expected) return refuse(reply, 401, 20003, 'Authenticate')
    return undefined
  })

  app.setNotFoundHandler((request, reply) =>
    refuseInvalid(request, reply, 404, [{ code: 20404, message: 'not found' }]),
  )

  app.get(`/2010-04-01/Accounts/${accountSid}.json`, async () => ({
    sid: accountSid,
    friendly_name: 'Clinics',
    status: 'active',
    type: 'Full',
    owner_account_sid: accountSid,
    uri: `/2010-04-01/Accounts/${accountSid}.json`,
  }))

  app.post(`/2010-04-01/Accounts/${accountSid}/Messages.json`, async (request, reply) => {
    const params = readForm(request)
    const faults = params ? faultsOfMessage(params) : [{ code: 20001, message: 'the body must be a form' }]
    if (faults.length > 0) return refuseInvalid(request, reply, 400, faults)
    const message = { ...params, sid: newSid('SM') } as TwilioMessage
    return settle(
      message,
      reply,
      () => reply.code(201).send(resourceOf(message, accountSid)),
      ({ status, code = status === 429 ? 20429 : 20500 }) => refuse(reply, status, code, `Refused with ${code}`),
    )
  })

  function refuseInvalid(request: FastifyRequest, reply: FastifyReply, status: number, faults: Fault[]) {
    const messages = faults.map(({ code, message }) => `${code} ${message}`)
    report(request, messages)
    return refuse(reply, status, faults[0]!.code, messages.join('; '))
  }

  /** Signs a webhook as Twilio does: form-encoded, with the URL that the client gave. */
  function webhook(url: string, params: Record<string, string>): Webhook {
    return {
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'i-twilio-idempotency-token': crypto.randomUUID(),
        'user-agent': 'TwilioProxy/1.1',
        'x-twilio-signature': signTwilio(authToken, url, params),
      },
      body: new URLSearchParams(params).toString(),
    }
  }

  const host = await listen()
  return {
    url: `twilio+http://${accountSid}:${authToken}@${host}`,
    accountSid,
    authToken,
    ...recorded,
    webhook,

    /** Returns the status callback of a message, to its StatusCallback.
     *  https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
    statusWebhook(
      { sid, To, From, MessagingServiceSid, StatusCallback }: TwilioMessage,
      status: Status,
      errorCode?: number,
    ) {
      if (!StatusCallback) throw new Error(`the message ${sid} has no StatusCallback`)
      return webhook(StatusCallback, {
        AccountSid: accountSid,
        ApiVersion: '2010-04-01',
        From: From ?? number,
        ...(MessagingServiceSid && { MessagingServiceSid }),
        MessageSid: sid,
        MessageStatus: status,
        SmsSid: sid,
        SmsStatus: status,
        To,
        ...(errorCode && { ErrorCode: `${errorCode}` }),
      })
    },

    /** Returns the webhook of a contact's text. https://www.twilio.com/docs/messaging/guides/webhook-request */
    inboundWebhook(
      url: string,
      { From, Body, To = number, MessageSid = newSid('SM'), OptOutType, NumMedia = '0' }: Text,
    ) {
      return webhook(url, {
        AccountSid: accountSid,
        ApiVersion: '2010-04-01',
        Body,
        From,
        FromCountry: 'PT',
        MessageSid,
        NumMedia,
        NumSegments: '1',
        ...(OptOutType && { OptOutType }),
        SmsMessageSid: MessageSid,
        SmsSid: MessageSid,
        SmsStatus: 'received',
        To,
        ToCountry: 'PT',
      })
    },
  }
}

/** Returns the X-Twilio-Signature of a form. https://www.twilio.com/docs/usage/webhooks/webhooks-security */
export function signTwilio(authToken: string, url: string, params: Record<string, string>): string {
  const sorted = Object.keys(params).sort()
  const text = sorted.reduce((signed, name) => signed + name + params[name], url)
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64')
}

/** Parses a form, with the types that the document gives its fields. */
function readForm({ headers, body }: FastifyRequest): Record<string, unknown> | undefined {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return undefined
  const params = new URLSearchParams(String(body))
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, typed(name, params.getAll(name))]))
}

function typed(name: string, [text, ...more]: string[]): unknown {
  const type = form.properties![name]?.type
  if (type === 'array' || more.length > 0) return [text, ...more]
  if (type === 'boolean' && /^(true|false)$/.test(text!)) return text === 'true'
  if ((type === 'integer' || type === 'number') && /^-?\d+$/.test(text!)) return Number(text)
  return text
}

/** Returns the faults in the order of their weight. Codes: https://www.twilio.com/docs/api/errors */
function faultsOfMessage(params: Record<string, unknown>): Fault[] {
  const { To, From, MessagingServiceSid, Body, MediaUrl, ContentSid, StatusCallback, ValidityPeriod } = params
  const rules: [boolean, number, string][] = [
    [!e164.test(String(To)), 21211, `invalid To: ${To}`],
    [!From && !MessagingServiceSid, 21603, 'From or MessagingServiceSid is required'],
    [From !== undefined && !sender.test(String(From)), 21212, `invalid From: ${From}`],
    [!Body && !MediaUrl && !ContentSid, 21602, 'Body, MediaUrl or ContentSid is required'],
    // The description of Body.
    [String(Body).length > 1600, 21617, 'Body has more than 1,600 characters'],
    // The description of StatusCallback: a valid hostname, without underscores.
    [
      StatusCallback !== undefined && !isCallback(String(StatusCallback)),
      21609,
      `invalid StatusCallback: ${StatusCallback}`,
    ],
    // The description of ValidityPeriod.
    [
      typeof ValidityPeriod === 'number' && (ValidityPeriod < 1 || ValidityPeriod > 36_000),
      20001,
      'ValidityPeriod must be 1 to 36000',
    ],
  ]
  const broken = rules.filter(([isBroken]) => isBroken).map(([, code, message]) => ({ code, message }))
  return [
    ...broken,
    ...faultsOfForm(params).map(({ pointer, reason }) => ({ code: 20001, message: `${pointer} ${reason}` })),
  ]
}

function isCallback(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {}
  return /^https?:$/.test(protocol ?? '') && !/_|^localhost$/.test(hostname ?? '_')
}

function refuse(reply: FastifyReply, status: number, code: number, message: string) {
  return reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status })
}

function resourceOf({ sid, To, From, MessagingServiceSid, Body }: TwilioMessage, account_sid: string) {
  const uri = `/2010-04-01/Accounts/${account_sid}/Messages/${sid}`
  const date = new Date().toUTCString().replace('GMT', '+0000')
  return {
    sid,
    account_sid,
    api_version: '2010-04-01',
    body: Body ?? '',
    date_created: date,
    date_sent: null,
    date_updated: date,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: From ?? null,
    messaging_service_sid: MessagingServiceSid ?? null,
    num_media: '0',
    // With a messaging service, the sender is not known yet.
    num_segments: MessagingServiceSid ? '0' : '1',
    price: null,
    price_unit: null,
    status: MessagingServiceSid ? 'accepted' : 'queued',
    subresource_uris: { media: `${uri}/Media.json` },
    to: To,
    uri: `${uri}.json`,
  }
}
