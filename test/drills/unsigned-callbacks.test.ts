import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { type Cost, costOf } from './processor-time.ts'

const posts = 12
const MiB = 1024 * 1024
const repeated = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes)

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'

interface Attack {
  type: string
  bodies: string[]
  /** A header with a signature that is none. */
  signature?: Record<string, string>
}

// Below each limit, and above it.
const sizes = [16 * 1024, 2 * MiB, 3 * MiB]
const forms = sizes.flatMap((size) => ['a&', '%F0&', '&', 'a=1&'].map((field) => repeated(field, size)))
const documents = sizes.flatMap((size) => [repeated('[', size), `[${repeated('{},', size - 4)}{}]`])

const attacks: Record<string, Attack> = {
  '/sms/twilio/replies': { type: form, bodies: forms, signature: { 'x-twilio-signature': 'x'.repeat(28) } },
  '/sms/twilio/status/clinic/1': { type: form, bodies: forms, signature: { 'x-twilio-signature': 'x'.repeat(28) } },
  '/sms/vonage/replies': {
    type: json,
    bodies: documents,
    signature: { authorization: `Bearer ${'a.'.repeat(4_000)}` },
  },
  '/sms/vonage/status': { type: json, bodies: documents, signature: { authorization: 'Bearer a.b.c' } },
  '/sms/replies/key': { type: json, bodies: documents },
  '/sms/status/clinic/1/key': { type: json, bodies: documents },
  '/whatsapp': { type: json, bodies: documents, signature: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` } },
  '/mail/bounces/ses/key': { type: 'text/plain', bodies: documents },
  '/mail/bounces/mailgun/key': { type: json, bodies: documents },
  '/mail/bounces/postmark/key': { type: json, bodies: documents },
  '/a/unknown': { type: form, bodies: forms },
  '/a/unknown/opt-out': { type: form, bodies: forms },
  '/first-start/session': { type: form, bodies: forms },
}

const sid = `AC${'0'.repeat(32)}`
const environments = {
  twilio: { SMS_URL: `twilio://${sid}:token@api.twilio.com`, SMS_FROM: '+351300400500' },
  vonage: { SMS_URL: 'vonage://key:secret@api.nexmo.com', SMS_FROM: '+351300400500', SMS_SIGNATURE_SECRET: 'secret' },
}
const whatsapp = {
  WHATSAPP_URL: 'whatsapp://1:token@graph.facebook.com/v23.0',
  WHATSAPP_APP_SECRET: 'secret',
  WHATSAPP_VERIFY_TOKEN: 'verify',
}

for (const [provider, env] of Object.entries(environments))
  test(`${posts} callbacks without a right signature cost little more than requests without a credential, with ${provider}`, async () => {
    const { child, address, stop } = await serveRollcall({
      DATABASE_URL: `sqlite:${join(temporaryFolder(), 'rollcall.db')}`,
      PUBLIC_URL: 'https://rollcall.test',
      ...env,
      ...whatsapp,
    })
    const cost = (work: () => Promise<unknown>) => costOf(child.pid!, address, work)
    const burst = (path: string, { type, bodies, signature }: Attack) =>
      Promise.all(
        Array.from({ length: posts }, async (_, index) => {
          const headers = { 'content-type': type, ...signature }
          const body = bodies[index % bodies.length]!
          // The service may close the connection of a body beyond its limit.
          const response = await fetch(address + path, { method: 'POST', headers, body }).catch(() => undefined)
          await response?.arrayBuffer()
          if (response) expect(response.status).toBeGreaterThanOrEqual(400)
        }),
      )
    const harmless = { type: json, bodies: documents }
    await cost(() => burst('/v1/notifications/clinic', harmless))
    const baseline = await cost(() => burst('/v1/notifications/clinic', harmless))
    const costs: Record<string, Cost> = { 'without a credential': baseline }
    // The routes of the other providers are the same with both.
    for (const [path, attack] of Object.entries(attacks))
      if (provider === 'twilio' || path.includes(provider)) costs[path] = await cost(() => burst(path, attack))
    console.table(costs)
    // Without the early refusals, it was 40 s. The signature of a body of 3 MiB takes 10 ms, and Linux counts in steps of 10 ms.
    const limit = 5 * baseline.processorMs + 1_000
    for (const [path, { processorMs }] of Object.entries(costs))
      expect({ path, isCheap: processorMs <= limit }).toEqual({ path, isCheap: true })
    await stop()
  })
