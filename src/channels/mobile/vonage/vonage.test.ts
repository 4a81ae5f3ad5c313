import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openConfigured, PUBLIC_URL } from '../../../../test/providers/open-configured.ts'
import type { Answer, Webhook } from '../../../../test/providers/provider.ts'
import { vonageServer } from '../../../../test/providers/servers.ts'
import type { VonageMessage } from '../../../../test/providers/vonage.ts'
import { type Rollcall, serviceTest } from '../../../../test/rollcall.ts'
import { notify } from '../../../../test/submission.ts'
import { environmentWarnings, readConfig } from '../../configuration.ts'
import { findReference, referenceTo } from './reference.ts'

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
})

describe('a reply through Vonage', () => {
  serviceTest('that a later one has overtaken is for people to read', async (rollcall) => {
    const { vonage, status, post } = await sentNotice(rollcall)
    const text = { channel: 'sms', to: '351300400500', from: number }
    const cancels = { ...text, message_uuid: 'u-2', text: 'não', timestamp: '2026-03-30T07:59:10.000Z' }
    const confirms = { ...text, message_uuid: 'u-1', text: 'sim', timestamp: '2026-03-30T07:59:00.000Z' }
    for (const payload of [cancels, confirms]) await post(vonage.webhook(replies, payload))
    expect((await status()).state).toBe('cancelled')
    const actions = await rollcall.database.selectFrom('actions').select('action').execute()
    expect(actions).toEqual([{ action: 'cancel' }])
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

  serviceTest('is 403 if its token is of another account, algorithm, time or body', async (rollcall) => {
    const { vonage, status, post } = await sentNotice(rollcall)
    const hook = vonage.inboundWebhook(replies, { from: number, text: 'sim' })
    const now = Math.floor(Date.now() / 1_000)
    const own = (claims: object, header?: object) => signed(hook, vonage.signatureSecret, claims, header)
    const forged = [
      signed(hook, 'another secret', {}),
      signed(hook, vonage.apiSecret, {}),
      own({ api_key: 'a1b2c3d4' }),
      own({}, { alg: 'none', typ: 'JWT' }),
      own({}, { alg: 'HS384', typ: 'JWT' }),
      // Too old, not yet valid, or without a time.
      own({ iat: now - 25 * 3600 }),
      own({ iat: now + 3600 }),
      own({ iat: undefined }),
      own({ exp: now - 3600 }),
      own({ payload_hash: undefined }),
      own({ payload_hash: '' }),
    ]
    for (const [index, one] of forged.entries()) expect([index, (await post(one)).statusCode]).toEqual([index, 403])
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
})
