import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../test/command.ts'
import { openConfigured, PUBLIC_URL } from '../../../test/providers/open-configured.ts'
import type { Answer, Webhook } from '../../../test/providers/provider.ts'
import { twilioServer, vonageServer } from '../../../test/providers/servers.ts'
import type { TwilioMessage } from '../../../test/providers/twilio.ts'
import type { VonageMessage } from '../../../test/providers/vonage.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { mail, notify } from '../../../test/submission.ts'
import { minutes, seconds } from '../../platform/time/instant.ts'
import { providerOf } from './providers.ts'

const contact = '+351912345678'

/** A server that behaves as the provider, with its callbacks. */
interface Server {
  env: { SMS_URL: string; SMS_SIGNATURE_SECRET?: string }
  /** The texts that it has accepted. */
  accepted: unknown[]
  /** The callback with a status of the latest text. */
  status(status: string, code?: number): Webhook
  reply(text: string): Webhook
  /** The URL with a wrong credential. */
  wrongUrl: string
  /** Must not be in the log. */
  signatureKey: string
  close(): Promise<void>
}

/** The differences between the providers. */
interface Provider {
  name: string
  start(answer?: Answer<unknown>): Promise<Server>
  header: string
  replyUrl: string
  statusResponse: number
  replyResponse: string
  /** Its names of the statuses. */
  statuses: { sent: string; delivered: string; failed: string }
  /** The status, the code, and the reason for staff. */
  failures: [string, number | undefined, string][]
  /** The response to a text, the state, and the reason for staff. */
  refusals: [{ status: number; code?: number }, 'failed' | 'pending', unknown][]
  /** A refusal of a number, and the code of a telephone that is out of reach. */
  wrongNumber: { status: number; code: number }
  outOfReach: number
  refusedCredentials: string
}

/** Lists the texts, also those whose request fails. */
const recording =
  <Message>(given: Message[], answer: Answer<unknown> = () => 'accept'): Answer<Message> =>
  (message, index) => {
    given.push(message)
    return answer(message, index)
  }

const twilio: Provider = {
  name: 'Twilio',
  header: 'x-twilio-signature',
  replyUrl: `${PUBLIC_URL}/sms/twilio/replies`,
  statusResponse: 204,
  // Twilio would send any text in the response to the contact.
  replyResponse: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
  statuses: { sent: 'sent', delivered: 'delivered', failed: 'undelivered' },
  failures: [
    ['undelivered', 30005, 'the number is unknown or no longer in use (Twilio 30005)'],
    ['failed', 30999, 'Twilio does not deliver the message (Twilio 30999)'],
    ['failed', undefined, 'Twilio reports the text as failed'],
  ],
  refusals: [
    [{ status: 400, code: 21211 }, 'failed', 'the number is not valid (Twilio 21211)'],
    [{ status: 400, code: 21610 }, 'failed', 'the contact has unsubscribed from this sender (Twilio 21610)'],
    [{ status: 400, code: 21999 }, 'failed', 'Twilio responds with 400: Refused with 21999 (Twilio 21999)'],
    [
      { status: 401, code: 20003 },
      'pending',
      'Twilio refuses the account SID or the auth token (Twilio 20003). Correct SMS_URL',
    ],
    [
      { status: 400, code: 21606 },
      'pending',
      'the sender cannot send texts (Twilio 21606). Set SMS_FROM to a number of the account that sends texts',
    ],
    [{ status: 403, code: 20403 }, 'pending', 'Twilio responds with 403: Refused with 20403 (Twilio 20403)'],
    [{ status: 503 }, 'pending', 'Twilio responds with 503: Refused with 20500 (Twilio 20500)'],
  ],
  wrongNumber: { status: 400, code: 21614 },
  outOfReach: 30003,
  refusedCredentials: 'refuses the account SID',
  async start(answer) {
    const given: TwilioMessage[] = []
    const server = await twilioServer(recording(given, answer))
    return {
      env: { SMS_URL: server.url },
      accepted: server.accepted,
      status: (status, code) => server.statusWebhook(given.at(-1)!, status as 'sent', code),
      reply: (text) => server.inboundWebhook(twilio.replyUrl, { From: contact, Body: text }),
      wrongUrl: server.url.replace(server.authToken, 'wrong'),
      signatureKey: server.authToken,
      close: server.close,
    }
  },
}

const vonage: Provider = {
  name: 'Vonage',
  header: 'authorization',
  replyUrl: `${PUBLIC_URL}/sms/vonage/replies`,
  statusResponse: 200,
  replyResponse: '{}',
  statuses: { sent: 'submitted', delivered: 'delivered', failed: 'undeliverable' },
  failures: [
    ['undeliverable', 1190, 'the number is no longer in use (Vonage 1190)'],
    ['rejected', 1999, 'Vonage does not deliver the message (Vonage 1999)'],
    ['rejected', undefined, 'Vonage reports the text as rejected'],
  ],
  refusals: [
    [{ status: 422, code: 1170 }, 'failed', 'the number is not valid (Vonage 1170)'],
    [{ status: 422, code: 1240 }, 'failed', 'the contact has unsubscribed from this sender (Vonage 1240)'],
    [{ status: 422, code: 1999 }, 'failed', 'Vonage responds with 422: Refused: Error 1999'],
    [{ status: 402 }, 'pending', 'the account at Vonage has no credit (Vonage 1070). Add funds'],
    [{ status: 401 }, 'pending', expect.stringContaining('Vonage refuses the API key or the secret. Copy both')],
    [{ status: 403, code: 1060 }, 'pending', 'Vonage has barred the account (Vonage 1060). Ask its support'],
    [{ status: 503, code: 1999 }, 'pending', 'Vonage responds with 503: Refused: Error 1999'],
  ],
  wrongNumber: { status: 422, code: 1430 },
  outOfReach: 1180,
  refusedCredentials: 'Vonage refuses the API key',
  async start(answer) {
    const given: VonageMessage[] = []
    const server = await vonageServer(recording(given, answer))
    return {
      env: { SMS_URL: server.url, SMS_SIGNATURE_SECRET: server.signatureSecret },
      accepted: server.accepted,
      status: (status, code) =>
        server.statusWebhook(`${PUBLIC_URL}/sms/vonage/status`, given.at(-1)!, status as 'submitted', code),
      reply: (text) => server.inboundWebhook(vonage.replyUrl, { from: contact.slice(1), text }),
      wrongUrl: server.url.replace(server.apiSecret, 'wrong'),
      signatureKey: server.signatureSecret,
      close: server.close,
    }
  },
}

describe.each([twilio, vonage])('$name', (provider) => {
  const { name, statuses } = provider

  /** The provider, and the channel to it. */
  async function serve(rollcall: Rollcall, answer?: Answer<unknown>) {
    const server = await provider.start(answer)
    return { server, ...(await openConfigured(rollcall, { ...server.env, SMS_FROM: '+351300400500' })) }
  }

  /** A notice that was sent. */
  async function sentNotice(rollcall: Rollcall, answer?: Answer<unknown>) {
    const served = await serve(rollcall, answer)
    const notice = await notify(rollcall)
    await served.deliver()
    return { ...served, ...notice }
  }

  serviceTest(
    `a text through ${name} ends in the state of the last receipt, in any order and repeated`,
    async (rollcall) => {
      const { server, delivery, post } = await sentNotice(rollcall)
      const { sent, delivered, failed } = statuses
      const receipts = [
        [sent, 'sent'],
        [delivered, 'delivered'],
        [sent, 'delivered'],
        [delivered, 'delivered'],
        ['read', 'read'],
        [delivered, 'read'],
        [failed, 'read'],
        ['a later status', 'read'],
      ] as const
      for (const [status, state] of receipts) {
        expect((await post(server.status(status))).statusCode).toBe(provider.statusResponse)
        expect((await delivery()).state).toBe(state)
      }
    },
  )

  serviceTest(`a text through ${name} fails with the reason in plain words`, async (rollcall) => {
    const { server, post, deliver } = await serve(rollcall)
    for (const [status, code, reason] of provider.failures) {
      const { delivery } = await notify(rollcall, { external_id: reason })
      await deliver()
      await post(server.status(status, code))
      expect(await delivery()).toMatchObject({ state: 'failed', reason })
    }
  })

  serviceTest(`a text through ${name} waits as long as it says, without using up an attempt`, async (rollcall) => {
    const { server, delivery, deliver } = await sentNotice(rollcall, (_text, index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '90' } } : 'accept',
    )
    expect(await delivery()).toMatchObject({
      state: 'pending',
      attempts: 0,
      next_attempt_at: '2026-03-30T08:01:30.000000+00:00',
    })
    rollcall.clock.time += seconds(90)
    await deliver()
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 1 })
    expect(server.accepted).toHaveLength(1)
  })

  for (const outcome of ['cut', { status: 500 }] as const) {
    const what = outcome === 'cut' ? 'the connection was cut' : 'it failed'
    serviceTest(`a text through ${name} is not sent again after ${what}, if a callback arrives`, async (rollcall) => {
      const { server, delivery, deliver, post } = await sentNotice(rollcall, () => outcome)
      expect(await delivery()).toMatchObject({ state: 'pending', attempts: 1 })
      await post(server.status(statuses.sent))
      expect((await delivery()).state).toBe('sent')
      rollcall.clock.time += minutes(10)
      expect(await deliver()).toBe(0)
    })
  }

  serviceTest(`a text through ${name} is sent again after five minutes without a callback`, async (rollcall) => {
    const { server, delivery, deliver } = await sentNotice(rollcall, (_text, index) => (index ? 'accept' : 'cut'))
    rollcall.clock.time += minutes(4)
    expect(await deliver()).toBe(0)
    rollcall.clock.time += minutes(1)
    expect(await deliver()).toBe(1)
    expect(server.accepted).toHaveLength(2)
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  serviceTest(`a text that ${name} refuses fails, or is retried if the operator can act`, async (rollcall) => {
    for (const [index, [refusal, state, reason]] of provider.refusals.entries()) {
      const { deliver } = await serve(rollcall, () => refusal)
      const { delivery } = await notify(rollcall, { external_id: `A-${index}` })
      await deliver()
      expect(await delivery()).toMatchObject({ state, reason })
    }
  })

  serviceTest(`a text that ${name} does not deliver gives way to the next address`, async (rollcall) => {
    const { server, deliver, post } = await serve(rollcall, (_text, index) =>
      index === 0 ? provider.wrongNumber : 'accept',
    )
    const numbers = [contact, '+351912345679'].map((uid) => ({ channel: 'mobile' as const, uid }))
    // Creates the entity.
    await notify(rollcall, { external_id: 'A-0', addresses: [mail] })
    await rollcall.put('/v1/entities/clinica-lisboa/settings', { fallback: { after: 'PT4H' } })
    const { status } = await notify(rollcall, { addresses: [...numbers, mail] })
    await deliver()
    await deliver()
    await post(server.status(statuses.failed, provider.outOfReach))
    await deliver()
    const states = (await status()).deliveries.map(({ uid, state }: Record<string, string>) => `${uid} ${state}`)
    expect(states.toSorted()).toEqual([`${contact} failed`, '+351912345679 failed', `${mail.uid} sent`])
  })

  serviceTest(`a reply through ${name} answers once, though it repeats it`, async (rollcall) => {
    const { server, status, post } = await sentNotice(rollcall)
    const [confirms, cancels] = [server.reply('Sim'), server.reply('não')]
    for (const hook of [confirms, confirms, cancels, confirms]) {
      const { statusCode, body } = await post(hook)
      expect([statusCode, body]).toEqual([200, provider.replyResponse])
    }
    expect((await status()).state).toBe('cancelled')
    const actions = await rollcall.database.selectFrom('actions').select('action').orderBy('sequence').execute()
    expect(actions.map(({ action }) => action)).toEqual(['confirm', 'cancel'])
  })

  serviceTest(`a callback that ${name} has not signed is 403, and changes nothing`, async (rollcall) => {
    const { server, status, delivery, post } = await sentNotice(rollcall)
    for (const callback of [() => server.reply('sim'), () => server.status(statuses.failed, provider.outOfReach)]) {
      const hook = callback()
      const { [provider.header]: signature, ...unsigned } = hook.headers
      const signedWith = (value: string) => ({ ...hook, headers: { ...unsigned, [provider.header]: value } })
      const forged = [
        { ...hook, headers: unsigned },
        ...['', 'undefined', 'Bearer x.y.z', signature!.slice(0, -2)].map(signedWith),
        ...[hook.body.slice(0, -1), '', `${hook.body} `, hook.body.replace('912345678', '912345679')].map((body) => ({
          ...hook,
          body,
        })),
      ]
      for (const [index, one] of forged.entries()) {
        const response = await post(one)
        expect([index, response.statusCode, response.json().code]).toEqual([index, 403, 'unverified-callback'])
      }
    }
    expect((await status()).state).toBe('open')
    expect((await delivery()).state).toBe('sent')
    expect(rollcall.logged.join()).not.toContain(server.signatureKey)
  })

  serviceTest(`a callback of ${name} is 404 if the texts do not go there`, async (rollcall) => {
    const { server, status, post } = await sentNotice(rollcall)
    rollcall.config.servers.mobile = { url: 'smpps://centre.example', from: undefined }
    for (const hook of [server.reply('sim'), server.status(statuses.failed)])
      expect((await post(hook)).statusCode).toBe(404)
    expect((await status()).state).toBe('open')
  })

  test(`the configuration of ${name} is tried without sending`, async () => {
    const server = await provider.start()
    const faultOf = (url: string) => {
      const given = { url, from: undefined, variables: {} }
      return providerOf(given).fault(given, undefined!)
    }
    expect(await faultOf(server.env.SMS_URL)).toBeUndefined()
    expect(await faultOf(server.wrongUrl)).toContain(provider.refusedCredentials)
    expect(server.accepted).toEqual([])
    await server.close()
    expect(await faultOf(server.env.SMS_URL)).toMatch(`${name} does not respond: `)
  })

  test(`reply-url prints the address that ${name} needs`, async () => {
    const { env } = await provider.start()
    const { stdout } = await runCommand(['reply-url'], { ...env, PUBLIC_URL, SMS_FROM: '+351300400500' })
    expect(stdout).toBe(`${provider.replyUrl}\n`)
  })
})
