import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect } from 'vitest'
import { appRoutes } from '../../test/app-routes.ts'
import { contact } from '../../test/contact.ts'
import { signMeta } from '../../test/providers/meta.ts'
import { openConfigured, PUBLIC_URL } from '../../test/providers/open-configured.ts'
import { metaServer, twilioServer } from '../../test/providers/servers.ts'
import { type Rollcall, serviceTest } from '../../test/rollcall.ts'
import { maxPublicBodyBytes } from '../platform/http/limits.ts'
import { readConfig } from './configuration.ts'
import { bouncePaths } from './email/bounces/routes.ts'

const { servers } = readConfig({
  PUBLIC_URL,
  WHATSAPP_URL: 'whatsapp://1:token@graph.facebook.com/v23.0',
  WHATSAPP_APP_SECRET: 'secret',
  WHATSAPP_VERIFY_TOKEN: 'verify',
})

async function withTwilio(rollcall: Rollcall) {
  const twilio = await twilioServer()
  return { twilio, ...(await openConfigured(rollcall, { SMS_URL: twilio.url, SMS_FROM: '+351300400500' })) }
}

const KiB = 1024
const nasty = ['a&', '%F0&', '&', 'a=1&', '%']
const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes)

serviceTest(
  'a request without a credential has at most 16 KiB, except for the callbacks of four providers',
  async ({ app }) => {
    await app.ready()
    const posts = appRoutes.filter(({ method, config }) => config?.public && !['GET', 'HEAD'].includes(String(method)))
    expect(posts.length).toBeGreaterThan(10)
    const larger = posts.filter(({ bodyLimit }) => !(bodyLimit! <= maxPublicBodyBytes))
    expect(Object.fromEntries(larger.map(({ url, bodyLimit }) => [url, bodyLimit]))).toEqual({
      '/whatsapp': 3 * KiB * KiB,
      '/mail/bounces/ses/:key': 256 * KiB,
      '/mail/bounces/mailgun/:key': 64 * KiB,
      '/mail/bounces/postmark/:key': 512 * KiB,
    })
  },
)

/** Sends the head of a POST, and returns the status of the response that arrives without the body. */
async function statusWithoutBody(address: string, path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries({ Host: 'x', 'Content-Length': '1000', ...headers }).map(([k, v]) => `${k}: ${v}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const [head] = await once(socket, 'data')
  socket.destroy()
  return Number(String(head).slice(9, 12))
}

describe('a callback', () => {
  serviceTest('without a signature is refused before its body is read', async (rollcall) => {
    const address = await rollcall.listen()
    for (const path of ['/sms/twilio/replies', '/sms/vonage/status', '/whatsapp'])
      expect(await statusWithoutBody(address, path, {})).toBe(403)
  })

  serviceTest('of Twilio with more fields than any text has is refused before they are decoded', async (rollcall) => {
    const { post } = await withTwilio(rollcall)
    for (const field of nasty) {
      const unsigned = { method: 'POST', url: '/sms/twilio/replies', headers: { 'x-twilio-signature': 'x' } } as const
      const sent = (bytes: number) => post({ ...unsigned, body: repeated(field, bytes) })
      expect((await sent(maxPublicBodyBytes)).statusCode).toBe(403)
      expect((await sent(maxPublicBodyBytes + 1)).statusCode).toBe(413)
    }
  })

  serviceTest('of Twilio with the longest text and ten pictures is accepted', async (rollcall) => {
    const { twilio, post } = await withTwilio(rollcall)
    const media = Array.from({ length: 10 }, (_, index) => [
      [`MediaContentType${index}`, 'image/jpeg'],
      [`MediaUrl${index}`, `https://api.twilio.com/2010-04-01/Accounts/${'A'.repeat(34)}/Messages/${'M'.repeat(34)}`],
    ]).flat()
    const texts = ['ção'.repeat(533), '😀'.repeat(800)]
    for (const Body of texts) {
      const form = { From: '+351912345678', To: '+351300400500', Body, NumMedia: '10', ...Object.fromEntries(media) }
      expect((await post(twilio.webhook(`${PUBLIC_URL}/sms/twilio/replies`, form))).statusCode).toBe(200)
    }
  })

  serviceTest('of Meta with 1,000 statuses is accepted', async (rollcall) => {
    const meta = await metaServer()
    const env = { WHATSAPP_URL: meta.url, WHATSAPP_APP_SECRET: meta.appSecret, WHATSAPP_VERIFY_TOKEN: 'verify' }
    const { post } = await openConfigured(rollcall, env)
    const status = { id: 'x'.repeat(1_500), status: 'of another application', recipient_id: '351912345678' }
    const value = { metadata: { phone_number_id: '1' }, statuses: Array.from({ length: 1_000 }, () => status) }
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ changes: [{ field: 'messages', value }] }],
    })
    expect(body.length).toBeGreaterThan(1.5 * KiB * KiB)
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signMeta(meta.appSecret, body) }
    expect((await post({ method: 'POST', url: '/whatsapp', headers, body })).statusCode).toBe(200)
  })

  serviceTest(
    'that is large gets 429 before its body is read, if its address has forged others, and a small one is verified',
    async (rollcall) => {
      const forged = (headers: Record<string, string> = {}) =>
        rollcall.app.inject({ method: 'POST', url: '/whatsapp', headers, payload: { a: 1 } })
      for (let count = 0; count < 60; count++) expect((await forged()).statusCode).toBe(403)
      const signed = { 'X-Hub-Signature-256': 'x', 'Content-Length': `${maxPublicBodyBytes + 1}` }
      expect(await statusWithoutBody(await rollcall.listen(), '/whatsapp', signed)).toBe(429)
      const body = '{}'
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signMeta('secret', body) }
      const right = await rollcall.app.inject({
        method: 'POST',
        url: '/whatsapp',
        headers,
        body,
        remoteAddress: '127.0.0.1',
      })
      expect(right.statusCode).toBe(200)
    },
    { config: { rateLimit: 6_000, servers } },
  )

  serviceTest('of Amazon SNS with all headers of a mail is accepted', async (rollcall) => {
    const path = bouncePaths(rollcall.secret).ses!
    const header = { name: 'X-Header', value: '"'.repeat(100) }
    const mail = { headers: Array.from({ length: 100 }, () => header), commonHeaders: { subject: 'a'.repeat(10_000) } }
    const Message = JSON.stringify({ notificationType: 'Bounce', bounce: { bouncedRecipients: [] }, mail })
    const payload = JSON.stringify({ Type: 'Notification', Message })
    expect(payload.length).toBeGreaterThan(2 * maxPublicBodyBytes)
    const response = await rollcall.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'text/plain; charset=UTF-8' },
      payload,
    })
    expect(response.statusCode).toBe(200)
  })
})

serviceTest(
  'a form of a contact with more fields than any page has is refused before they are decoded',
  async (rollcall) => {
    const { url } = await contact(rollcall)
    for (const path of [url, `${url}/opt-out`])
      for (const field of nasty.slice(0, 4))
        expect([path, (await rollcall.postForm(path, repeated(field, maxPublicBodyBytes))).statusCode]).toEqual([
          path,
          400,
        ])
  },
)

serviceTest('a form in parts of a mail program has at most 1 KiB', async (rollcall) => {
  const { url } = await contact(rollcall)
  const post = (parts: number) =>
    rollcall.app.inject({
      method: 'POST',
      url: `${url}/opt-out`,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: `${'--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n'.repeat(parts)}--b--\r\n`,
    })
  expect((await post(1)).statusCode).toBe(200)
  expect((await post(100)).statusCode).toBe(413)
})
