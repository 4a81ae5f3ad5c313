import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../../test/command.ts'
import { openConfigured, PUBLIC_URL } from '../../../../test/providers/open-configured.ts'
import type { Answer, Webhook } from '../../../../test/providers/provider.ts'
import { vonageServer } from '../../../../test/providers/servers.ts'
import { signVonage, type VonageMessage } from '../../../../test/providers/vonage.ts'
import { type Rollcall, serviceTest } from '../../../../test/rollcall.ts'
import { mail, notify } from '../../../../test/submission.ts'
import { minutes, seconds } from '../../../platform/time/instant.ts'
import { environmentWarnings, readConfig } from '../../configuration.ts'
import { findReference, referenceTo } from './reference.ts'
import { vonage as provider } from './vonage.ts'

const statuses = `${PUBLIC_URL}/sms/vonage/status`
const replies = `${PUBLIC_URL}/sms/vonage/replies`
const number = '351912345678'

/** A server that behaves as Vonage, and the channel to it. */
async function withVonage(rollcall: Rollcall, answer?: Answer<VonageMessage>, SMS_FROM = '+351300400500') {
  const vonage = await vonageServer(answer)
  const env = { SMS_URL: vonage.url, SMS_FROM, SMS_SIGNATURE_SECRET: vonage.signatureSecret }
  return { vonage, ...(await openConfigured(rollcall, env)) }
}

/** A notice that was sent, and Vonage's record of it. */
async function sentNotice(rollcall: Rollcall, answer?: Answer<VonageMessage>) {
  const served = await withVonage(rollcall, answer)
  const notice = await notify(rollcall)
  await served.deliver()
  return { ...served, ...notice, message: served.vonage.accepted[0]! }
}

describe('a text through Vonage', () => {
  serviceTest('is a message with numbers as Vonage writes them, and a reference to its delivery', async (rollcall) => {
    const { vonage, message, delivery } = await sentNotice(rollcall)
    const { entity_id, delivery_id } = await rollcall.database
      .selectFrom('deliveries')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(vonage.accepted).toEqual([
      {
        message_uuid: message.message_uuid,
        message_type: 'text',
        channel: 'sms',
        to: number,
        from: '351300400500',
        text: expect.stringContaining('SIM'),
        client_ref: referenceTo({ entity_id, delivery_id }),
        webhook_url: statuses,
        webhook_version: 'v1',
      },
    ])
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 1 })
  })

  serviceTest('can have a name as its sender', async (rollcall) => {
    const { vonage, deliver } = await withVonage(rollcall, undefined, 'Clinica')
    await notify(rollcall)
    await deliver()
    expect(vonage.accepted[0]!.from).toBe('Clinica')
    // Contacts cannot reply to a name.
    expect(vonage.accepted[0]!.text).not.toContain('SIM')
  })

  serviceTest('ends in the state of the last receipt, in any order and repeated', async (rollcall) => {
    const { vonage, message, delivery, post } = await sentNotice(rollcall)
    const receipts = [
      ['submitted', 'sent'],
      ['delivered', 'delivered'],
      ['submitted', 'delivered'],
      ['delivered', 'delivered'],
      ['undeliverable', 'delivered'],
    ] as const
    for (const [status, state] of receipts) {
      expect((await post(vonage.statusWebhook(statuses, message, status))).statusCode).toBe(200)
      expect((await delivery()).state).toBe(state)
    }
    const { client_ref } = message
    await post(vonage.webhook(statuses, { message_uuid: message.message_uuid, client_ref, status: 'read' }))
    expect((await delivery()).state).toBe('read')
  })

  serviceTest('ignores receipts of other applications, and statuses that it does not know', async (rollcall) => {
    const { vonage, message, delivery, post } = await sentNotice(rollcall)
    const { client_ref } = message
    const payloads = [
      { status: 'rejected' },
      { status: 'rejected', client_ref: 'another-application' },
      { status: 'rejected', client_ref: `${client_ref!.slice(0, 22)}\0` },
      { status: 'a later status', client_ref },
      { client_ref },
      [],
    ]
    for (const payload of payloads) expect((await post(vonage.webhook(statuses, payload))).statusCode).toBe(200)
    expect((await delivery()).state).toBe('sent')
  })

  const failures = [
    ['undeliverable', 1190, 'the number is no longer in use (Vonage 1190)'],
    ['rejected', 1999, 'Vonage does not deliver the message (Vonage 1999)'],
    ['rejected', undefined, 'Vonage reports the text as rejected'],
  ] as const
  serviceTest('fails with the reason in plain words', async (rollcall) => {
    const { vonage, post, deliver } = await withVonage(rollcall)
    for (const [status, code, reason] of failures) {
      const { delivery } = await notify(rollcall, { external_id: reason })
      await deliver()
      await post(vonage.statusWebhook(statuses, vonage.accepted.at(-1)!, status, code))
      expect(await delivery()).toMatchObject({ state: 'failed', reason })
    }
  })

  // Vonage's own libraries read numbers.
  const errors = [{ type: 'https://developer.vonage.com/api-errors/messages', title: 1190 }, null, 7, {}]
  serviceTest('fails though its error has another form, or the status no reference', async (rollcall) => {
    const { vonage, post, deliver } = await withVonage(rollcall)
    for (const [index, error] of errors.entries()) {
      const { delivery } = await notify(rollcall, { external_id: `A-${index}` })
      await deliver()
      const { message_uuid, to, client_ref } = vonage.accepted.at(-1)!
      const named = index === 0 ? {} : { client_ref }
      await post(vonage.webhook(statuses, { message_uuid, to, ...named, status: 'rejected', error }))
      expect(await delivery()).toMatchObject({
        state: 'failed',
        reason: index === 0 ? 'the number is no longer in use (Vonage 1190)' : 'Vonage reports the text as rejected',
      })
    }
  })

  serviceTest('waits as long as Vonage says, without using up an attempt', async (rollcall) => {
    const { vonage, delivery, deliver } = await sentNotice(rollcall, (_message, index) =>
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
    expect(vonage.accepted).toHaveLength(1)
  })

  for (const outcome of ['cut', { status: 500 }] as const) {
    const what = outcome === 'cut' ? 'the connection is cut' : 'Vonage fails'
    serviceTest(`is not sent again after ${what}, if a callback arrives`, async (rollcall) => {
      let message: VonageMessage | undefined
      const { vonage, delivery, deliver, post } = await sentNotice(rollcall, (sent) => {
        message = sent
        return outcome
      })
      expect(await delivery()).toMatchObject({ state: 'pending', attempts: 1 })
      await post(vonage.statusWebhook(statuses, message!, 'submitted'))
      expect((await delivery()).state).toBe('sent')
      rollcall.clock.time += minutes(10)
      expect(await deliver()).toBe(0)
    })
  }

  serviceTest('is sent again five minutes after the connection was cut, if no callback arrives', async (rollcall) => {
    const { vonage, delivery, deliver } = await sentNotice(rollcall, (_message, index) => (index ? 'accept' : 'cut'))
    rollcall.clock.time += minutes(4)
    expect(await deliver()).toBe(0)
    rollcall.clock.time += minutes(1)
    expect(await deliver()).toBe(1)
    expect(vonage.accepted).toHaveLength(2)
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  const refusals = [
    [{ status: 422, code: 1170 }, 'failed', 'the number is not valid (Vonage 1170)'],
    [{ status: 422, code: 1240 }, 'failed', 'the contact has unsubscribed from this sender (Vonage 1240)'],
    [{ status: 422, code: 1999 }, 'failed', 'Vonage responds with 422: Refused: Error 1999'],
    [{ status: 402 }, 'pending', 'the account at Vonage has no credit (Vonage 1070). Add funds'],
    [{ status: 401 }, 'pending', expect.stringContaining('Vonage refuses the API key or the secret. Copy both')],
    [{ status: 403, code: 1060 }, 'pending', 'Vonage has barred the account (Vonage 1060). Ask its support'],
    [{ status: 503, code: 1999 }, 'pending', 'Vonage responds with 503: Refused: Error 1999'],
  ] as const
  serviceTest('fails if Vonage refuses it, and is retried if the operator can act', async (rollcall) => {
    for (const [index, [refusal, state, reason]] of refusals.entries()) {
      const { deliver } = await withVonage(rollcall, () => refusal)
      const { delivery } = await notify(rollcall, { external_id: `A-${index}` })
      await deliver()
      expect(await delivery()).toMatchObject({ state, reason })
    }
  })

  serviceTest('is retried if Vonage does not accept the sender', async (rollcall) => {
    const { vonage, deliver } = await withVonage(rollcall, undefined, 'Cli.nica')
    const { delivery } = await notify(rollcall)
    await deliver()
    expect(vonage.takeViolations()).toHaveLength(1)
    expect(await delivery()).toMatchObject({
      state: 'pending',
      reason: 'Vonage does not accept the sender (Vonage 1420). Correct SMS_FROM',
    })
  })

  serviceTest('that Vonage refuses or does not deliver gives way to the next address', async (rollcall) => {
    const { vonage, deliver, post } = await withVonage(rollcall, (_message, index) =>
      index === 0 ? { status: 422, code: 1430 } : 'accept',
    )
    const numbers = [`+${number}`, '+351912345679'].map((uid) => ({ channel: 'mobile' as const, uid }))
    // Creates the entity.
    await notify(rollcall, { external_id: 'A-0', addresses: [mail] })
    await rollcall.put('/v1/entities/clinica-lisboa/settings', { fallback: { after: 'PT4H' } })
    const { status } = await notify(rollcall, { addresses: [...numbers, mail] })
    await deliver()
    await deliver()
    await post(vonage.statusWebhook(statuses, vonage.accepted[0]!, 'undeliverable', 1180))
    await deliver()
    const states = (await status()).deliveries.map(({ uid, state }: Record<string, string>) => `${uid} ${state}`)
    expect(states.toSorted()).toEqual([`+${number} failed`, '+351912345679 failed', `${mail.uid} sent`])
  })
})

describe('a reply through Vonage', () => {
  const actions = async ({ database }: Rollcall) =>
    (await database.selectFrom('actions').select('action').orderBy('sequence').execute()).map(({ action }) => action)

  serviceTest('answers once, though Vonage repeats it', async (rollcall) => {
    const { vonage, status, post } = await sentNotice(rollcall)
    const confirms = vonage.inboundWebhook(replies, { from: number, text: 'Sim' })
    const cancels = vonage.inboundWebhook(replies, { from: number, text: 'não' })
    for (const hook of [confirms, confirms, cancels, confirms]) expect((await post(hook)).statusCode).toBe(200)
    expect((await status()).state).toBe('cancelled')
    expect(await actions(rollcall)).toEqual(['confirm', 'cancel'])
  })

  serviceTest('that a later one has overtaken is for people to read', async (rollcall) => {
    const { vonage, status, post } = await sentNotice(rollcall)
    const text = { channel: 'sms', to: '351300400500', from: number }
    const cancels = { ...text, message_uuid: 'u-2', text: 'não', timestamp: '2026-03-30T07:59:10.000Z' }
    const confirms = { ...text, message_uuid: 'u-1', text: 'sim', timestamp: '2026-03-30T07:59:00.000Z' }
    for (const payload of [cancels, confirms]) await post(vonage.webhook(replies, payload))
    expect((await status()).state).toBe('cancelled')
    expect(await actions(rollcall)).toEqual(['cancel'])
  })

  serviceTest('of STOP opts out, and one with a file or a bad time is taken as far as it goes', async (rollcall) => {
    const { vonage, post } = await sentNotice(rollcall)
    await post(vonage.inboundWebhook(replies, { from: number, text: 'STOP' }))
    expect((await rollcall.get('/v1/opt-outs/clinica-lisboa')).json()).toMatchObject([{ uid: `+${number}` }])
    const picture = { channel: 'mms', message_uuid: 'u-1', from: number, message_type: 'image', timestamp: 'yesterday' }
    await post(vonage.webhook(replies, picture))
    await post(vonage.webhook(replies, { ...picture, message_uuid: 'u-2', message_type: 'vcard' }))
    const kept = (await rollcall.get('/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30')).json()
    expect(kept.map(({ text }: { text: string }) => text)).toEqual(
      expect.arrayContaining(['Imagem (não guardada aqui).', 'Mensagem que não pode ser mostrada aqui.']),
    )
  })
})

describe('a callback of Vonage', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

  /** The webhook with another token. */
  function signed(
    hook: Webhook,
    secret: string,
    claims: object,
    header: object = { alg: 'HS256', typ: 'JWT' },
  ): Webhook {
    const payload_hash = createHash('sha256').update(hook.body).digest('hex')
    const text = `${encode(header)}.${encode({ iat: Math.floor(Date.now() / 1_000), payload_hash, ...claims })}`
    const { alg = 'HS256' } = header as { alg?: string }
    const digest = alg === 'none' ? '' : createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')
    return { ...hook, headers: { ...hook.headers, authorization: `Bearer ${text}.${digest}` } }
  }

  serviceTest('that the account has not signed is 403, and changes nothing', async (rollcall) => {
    const { vonage, status, delivery, message, post } = await sentNotice(rollcall)
    const now = Math.floor(Date.now() / 1_000)
    for (const hook of [
      vonage.inboundWebhook(replies, { from: number, text: 'sim' }),
      vonage.statusWebhook(statuses, message, 'undeliverable', 1190),
    ]) {
      const { authorization, ...unsigned } = hook.headers as Record<string, string>
      const withToken = (value: string) => ({ ...hook, headers: { ...unsigned, authorization: value } })
      const own = (claims: object, header?: object) => signed(hook, vonage.signatureSecret, claims, header)
      const forged = [
        { ...hook, headers: unsigned },
        withToken('Bearer '),
        withToken('Bearer x.y.z'),
        withToken(authorization!.slice(0, -2)),
        withToken(`Bearer ${vonage.signatureSecret}`),
        // By another account.
        withToken(`Bearer ${signVonage('another secret', vonage.apiKey, hook.body)}`),
        withToken(`Bearer ${signVonage(vonage.apiSecret, vonage.apiKey, hook.body)}`),
        own({ api_key: 'a1b2c3d4' }),
        // With another algorithm.
        own({}, { alg: 'none', typ: 'JWT' }),
        own({}, { alg: 'HS384', typ: 'JWT' }),
        // Too old, not yet valid, or without a time.
        own({ iat: now - 25 * 3600 }),
        own({ iat: now + 3600 }),
        own({ iat: undefined }),
        own({ exp: now - 3600 }),
        // Truncated, extended and changed bodies.
        own({ payload_hash: undefined }),
        own({ payload_hash: '' }),
        { ...hook, body: hook.body.slice(0, -1) },
        { ...hook, body: '' },
        { ...hook, body: `${hook.body} ` },
        { ...hook, body: hook.body.replace('sms', 'mms') },
      ]
      for (const [index, one] of forged.entries()) {
        const response = await post(one)
        expect([index, response.statusCode, response.json().code]).toEqual([index, 403, 'unverified-callback'])
      }
    }
    expect((await status()).state).toBe('open')
    expect((await delivery()).state).toBe('sent')
    expect(rollcall.logged.join()).not.toContain(vonage.signatureSecret)
  })

  serviceTest('is 404 if the texts do not go to Vonage', async (rollcall) => {
    const { vonage, status, message, post } = await sentNotice(rollcall)
    rollcall.config.servers.mobile = { url: 'smpps://centre.example', from: undefined }
    const hooks = [
      vonage.inboundWebhook(replies, { from: number, text: 'sim' }),
      vonage.statusWebhook(statuses, message, 'undeliverable', 1190),
    ]
    for (const hook of hooks) expect((await post(hook)).statusCode).toBe(404)
    expect((await status()).state).toBe('open')
  })

  serviceTest('is accepted hours after it was signed, because Vonage repeats it', async (rollcall) => {
    const { vonage, post } = await sentNotice(rollcall)
    const hook = vonage.inboundWebhook(replies, { from: number, text: 'sim' })
    const iat = Math.floor(Date.now() / 1_000) - 23 * 3600
    expect((await post(signed(hook, vonage.signatureSecret, { iat }))).statusCode).toBe(200)
  })
})

describe('the reference of a text at Vonage', () => {
  test('names the delivery in at most 100 characters', () => {
    const delivery = { entity_id: 'a.~-_'.padEnd(64, 'z'), delivery_id: '019d3960-6c01-7a53-9c61-0f6d2b8e7a15' }
    expect(findReference(referenceTo(delivery))).toEqual(delivery)
    expect(referenceTo(delivery).length).toBeLessThanOrEqual(100)
  })
})

describe('the configuration of Vonage', () => {
  const SMS_SIGNATURE_SECRET = 'a secret of 24 characters'
  const sound = { PUBLIC_URL, SMS_URL: 'vonage://a1b2c3d4:s%C3%A9cret@api.nexmo.com', SMS_FROM: '+351300400500' }

  test('needs the API key, the API secret and a sender, and may have a signature secret', () => {
    const given = { ...sound, SMS_SIGNATURE_SECRET }
    expect(readConfig(given).servers.mobile).toMatchObject({ variables: { SMS_SIGNATURE_SECRET } })
    const faults: [NodeJS.ProcessEnv, string][] = [
      [{ SMS_URL: 'vonage://api.nexmo.com' }, 'SMS_URL must be vonage://API_KEY:API_SECRET@api.nexmo.com'],
      [{ SMS_URL: 'vonage://a1b2c3d4@api.nexmo.com' }, 'SMS_URL must be vonage://'],
      [{ SMS_URL: 'vonage://a1b2c3d4:100%@api.nexmo.com' }, 'with a percent-encoded secret'],
      [{ SMS_FROM: undefined }, 'SMS_FROM must be set, because Vonage needs a sender'],
      [{ SMS_URL: 'vonage+http://a:b@vonage.example' }, 'because vonage+http: has no TLS'],
    ]
    for (const [wrong, message] of faults) expect(() => readConfig({ ...given, ...wrong })).toThrow(message)
    expect(environmentWarnings(given)).toEqual([])
    expect(environmentWarnings({ SMS_SIGNATURE_SECRET })).toEqual([
      'SMS_SIGNATURE_SECRET has no effect unless SMS_URL is a vonage: URL',
    ])
  })

  test('reply-url prints the address that Vonage needs', async () => {
    const { stdout } = await runCommand(['reply-url'], { ...sound, SMS_SIGNATURE_SECRET })
    expect(stdout).toBe(`${replies}\n`)
  })

  test('is tried without sending', async () => {
    const vonage = await vonageServer()
    const faultOf = (url: string) => provider.fault({ url, from: undefined, variables: {} }, undefined!)
    expect(await faultOf(vonage.url)).toBeUndefined()
    expect(await faultOf(vonage.url.replace(vonage.apiSecret, 'wrong'))).toContain('Vonage refuses the API key')
    expect(vonage.accepted).toEqual([])
    await vonage.close()
    expect(await faultOf(vonage.url)).toMatch(/^Vonage does not respond: /)
  })
})
