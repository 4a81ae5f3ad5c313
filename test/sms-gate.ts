import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { onTestFinished } from 'vitest'

export const login = 'clinic:gate'
export const signingKey = 'key-of-the-phone'

interface Message {
  id: string
  phoneNumbers: string[]
  textMessage: { text: string }
  withDeliveryReport?: boolean
  deviceId?: string
}

interface Webhook {
  id: string
  url: string
  event: string
}

const events = ['sms:received', 'sms:data-received', 'sms:sent', 'sms:delivered', 'sms:failed', 'sms:cancelled']

/** Starts a server on loopback that behaves as that of SMS Gateway for Android (android-sms-gateway/server, commit 22074dd):
 *  handlers/messages/3rdparty.go, handlers/webhooks/3rdparty.go, modules/messages/service.go, and the validation of client-go 1.14.5. */
export async function startSmsGate() {
  const messages = new Map<string, Message>()
  const webhooks = new Map<string, Webhook>()
  const state = { hasPhone: true, losesNextResponse: false }

  function take(path: string, body: Partial<Message & Webhook>): [status: number, body: object] {
    if (path === '/3rdparty/v1/webhooks') return register(body)
    if (path !== '/3rdparty/v1/messages') return [404, { message: `Cannot POST ${path}` }]
    const fault = faultOf(body)
    if (fault) return [400, { message: `failed to validate: ${fault}` }]
    if (!state.hasPhone) return [400, { message: 'record not found' }]
    const message = body as Message
    for (const number of message.phoneNumbers) {
      // The default region of the server.
      const parsed = parsePhoneNumberFromString(number, 'RU')
      if (!parsed?.isValid()) return [400, { message: 'invalid phone number' }]
      if (!['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(parsed.getType() ?? ''))
        return [400, { message: 'not mobile phone number' }]
    }
    if (messages.has(message.id)) return [409, { message: 'message with the same ID already exists' }]
    messages.set(message.id, message)
    const recipients = message.phoneNumbers.map((phoneNumber) => ({ phoneNumber, state: 'Pending' }))
    return [
      202,
      { id: message.id, deviceId: 'phone', state: 'Pending', isHashed: false, isEncrypted: false, recipients },
    ]
  }

  function register(webhook: Partial<Webhook>): [status: number, body: object] {
    const { id = 'generated', url = '', event = '' } = webhook
    const isValid = id.length <= 36 && url.length <= 256 && url.startsWith('https://') && events.includes(event)
    if (!isValid) return [400, { message: 'failed to validate: url must start with https://' }]
    webhooks.set(id, { id, url, event })
    return [201, { id, url, event }]
  }

  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    const isKnown = request.headers.authorization === `Basic ${btoa(login)}`
    const [status, body] = isKnown ? take(request.url!, JSON.parse(text)) : [401, { message: 'Unauthorized' }]
    if (state.losesNextResponse) {
      state.losesNextResponse = false
      return void response.destroy()
    }
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/3rdparty/v1`,
    messages,
    webhooks,
    state,
  }
}

/** Returns what the server's validation refuses. */
function faultOf({ id = '', phoneNumbers = [], textMessage, deviceId = '' }: Partial<Message>): string | undefined {
  if (id.length > 36 || deviceId.length > 21) return 'max'
  if (phoneNumbers.length < 1 || phoneNumbers.length > 100) return 'phoneNumbers'
  return textMessage?.text ? undefined : 'must specify exactly one of: textMessage or dataMessage'
}

/** Posts an event as the app does: with a signature over the body and the time in seconds. */
export function phoneEvent(url: string, event: string, payload: object, { key = signingKey, ageSeconds = 0 } = {}) {
  const body = JSON.stringify({ deviceId: 'phone', event, id: 'event', payload, webhookId: 'webhook' })
  const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds)
  const signature = createHmac('sha256', key)
    .update(body + timestamp)
    .digest('hex')
  return postEvent(url, body, { 'x-timestamp': timestamp, 'x-signature': signature })
}

export async function postEvent(url: string, body: string, headers: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  return response.status
}
