import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../../test/command.ts'
import { openConfigured, PUBLIC_URL } from '../../../../test/providers/open-configured.ts'
import type { Answer } from '../../../../test/providers/provider.ts'
import { twilioServer } from '../../../../test/providers/servers.ts'
import { signTwilio, startTwilio, type TwilioMessage } from '../../../../test/providers/twilio.ts'
import { eachEngine, type Rollcall, serviceTest } from '../../../../test/rollcall.ts'
import { mail, notify } from '../../../../test/submission.ts'
import { minutes, seconds } from '../../../platform/time/instant.ts'
import { readConfig } from '../../configuration.ts'
import { twilio as provider } from './twilio.ts'

const replies = `${PUBLIC_URL}/sms/twilio/replies`
const contact = '+351912345678'

/** A server that behaves as Twilio, and the channel to it. */
async function withTwilio(rollcall: Rollcall, answer?: Answer<TwilioMessage>, SMS_FROM = '+351300400500') {
  const twilio = await twilioServer(answer)
  return { twilio, ...(await openConfigured(rollcall, { SMS_URL: twilio.url, SMS_FROM })) }
}

/** A notice that was sent, and Twilio's record of it. */
async function sentNotice(rollcall: Rollcall, answer?: Answer<TwilioMessage>) {
  const served = await withTwilio(rollcall, answer)
  const notice = await notify(rollcall)
  await served.deliver()
  return { ...served, ...notice, message: served.twilio.accepted[0]! }
}

describe('a text through Twilio', () => {
  serviceTest('is a message of the account, with the sender and its own status callback', async (rollcall) => {
    const { twilio, message, delivery } = await sentNotice(rollcall)
    const { delivery_id } = await rollcall.database.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow()
    expect(twilio.accepted).toEqual([
      {
        sid: message.sid,
        To: contact,
        From: '+351300400500',
        Body: expect.stringContaining('SIM'),
        StatusCallback: `${PUBLIC_URL}/sms/twilio/status/clinica-lisboa/${delivery_id}`,
      },
    ])
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 1 })
  })

  const senders = {
    '351300400500': { From: '+351300400500' },
    '12345': { From: '12345' },
    Clinica: { From: 'Clinica' },
    MG0123456789abcdef0123456789abcdef: { MessagingServiceSid: 'MG0123456789abcdef0123456789abcdef' },
  }
  serviceTest('has the configured number, short code, name or messaging service as its sender', async (rollcall) => {
    for (const [from, fields] of Object.entries(senders)) {
      const { twilio, deliver } = await withTwilio(rollcall, undefined, from)
      await notify(rollcall, { external_id: from })
      await deliver()
      expect(twilio.accepted).toEqual([expect.objectContaining(fields)])
      // Contacts cannot reply to a name.
      expect(twilio.accepted[0]!.Body?.includes('SIM')).toBe(from !== 'Clinica')
    }
  })

  eachEngine('ends in the state of the last receipt, in any order and repeated', async (rollcall) => {
    const { twilio, message, delivery, post } = await sentNotice(rollcall)
    const receipts = [
      ['queued', 'sent'],
      ['delivered', 'delivered'],
      ['sent', 'delivered'],
      ['sending', 'delivered'],
      ['delivered', 'delivered'],
      ['read', 'read'],
      ['delivered', 'read'],
      ['undelivered', 'read'],
    ] as const
    for (const [status, state] of receipts) {
      expect((await post(twilio.statusWebhook(message, status))).statusCode).toBe(204)
      expect((await delivery()).state).toBe(state)
    }
    const later = twilio.webhook(message.StatusCallback!, { MessageSid: message.sid, MessageStatus: 'a later status' })
    expect((await post(later)).statusCode).toBe(204)
  })

  const failures = [
    ['undelivered', 30005, 'the number is unknown or no longer in use (Twilio 30005)'],
    ['failed', 30999, 'Twilio does not deliver the message (Twilio 30999)'],
    ['failed', undefined, 'Twilio reports the text as failed'],
  ] as const
  serviceTest('fails with the reason in plain words', async (rollcall) => {
    const { twilio, post, deliver } = await withTwilio(rollcall)
    for (const [status, code, reason] of failures) {
      const { delivery } = await notify(rollcall, { external_id: reason })
      await deliver()
      await post(twilio.statusWebhook(twilio.accepted.at(-1)!, status, code))
      expect(await delivery()).toMatchObject({ state: 'failed', reason })
    }
  })

  serviceTest('waits as long as Twilio says, without using up an attempt', async (rollcall) => {
    const { twilio, delivery, deliver } = await sentNotice(rollcall, (_message, index) =>
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
    expect(twilio.accepted).toHaveLength(1)
  })

  serviceTest('waits a minute while the queue at Twilio is full', async (rollcall) => {
    const { delivery } = await sentNotice(rollcall, () => ({ status: 400, code: 21611 }))
    expect(await delivery()).toMatchObject({
      state: 'pending',
      attempts: 0,
      next_attempt_at: '2026-03-30T08:01:00.000000+00:00',
      reason: "the sender's queue is full (Twilio 21611)",
    })
  })

  for (const outcome of ['cut', { status: 500 }] as const) {
    const what = outcome === 'cut' ? 'the connection is cut' : 'Twilio fails'
    serviceTest(`is not sent again after ${what}, if a callback arrives`, async (rollcall) => {
      let message: TwilioMessage | undefined
      const { twilio, delivery, deliver, post } = await sentNotice(rollcall, (sent) => {
        message = sent
        return outcome
      })
      expect(await delivery()).toMatchObject({ state: 'pending', attempts: 1 })
      await post(twilio.statusWebhook(message!, 'sent'))
      expect((await delivery()).state).toBe('sent')
      rollcall.clock.time += minutes(10)
      expect(await deliver()).toBe(0)
    })
  }

  serviceTest('is sent again five minutes after the connection was cut, if no callback arrives', async (rollcall) => {
    const { twilio, delivery, deliver } = await sentNotice(rollcall, (_message, index) => (index ? 'accept' : 'cut'))
    rollcall.clock.time += minutes(4)
    expect(await deliver()).toBe(0)
    rollcall.clock.time += minutes(1)
    expect(await deliver()).toBe(1)
    expect(twilio.accepted).toHaveLength(2)
    expect(await delivery()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  const refusals = [
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
  ] as const
  serviceTest('fails if Twilio refuses it, and is retried if the operator can act', async (rollcall) => {
    for (const [refusal, state, reason] of refusals) {
      const { deliver } = await withTwilio(rollcall, () => refusal)
      const { delivery } = await notify(rollcall, { external_id: reason })
      await deliver()
      expect(await delivery()).toMatchObject({ state, reason })
    }
  })

  serviceTest('that Twilio refuses or does not deliver gives way to the next address', async (rollcall) => {
    const { twilio, deliver, post } = await withTwilio(rollcall, (_message, index) =>
      index === 0 ? { status: 400, code: 21614 } : 'accept',
    )
    const numbers = [contact, '+351912345679'].map((uid) => ({ channel: 'mobile' as const, uid }))
    // Creates the entity.
    await notify(rollcall, { external_id: 'A-0', addresses: [mail] })
    await rollcall.put('/v1/entities/clinica-lisboa/settings', { fallback: { after: 'PT4H' } })
    const { status } = await notify(rollcall, { addresses: [...numbers, mail] })
    await deliver()
    await deliver()
    await post(twilio.statusWebhook(twilio.accepted[0]!, 'undelivered', 30003))
    await deliver()
    const states = (await status()).deliveries.map(({ uid, state }: Record<string, string>) => `${uid} ${state}`)
    expect(states.toSorted()).toEqual([`${contact} failed`, '+351912345679 failed', `${mail.uid} sent`])
  })
})

describe('a reply through Twilio', () => {
  serviceTest('answers once, though Twilio repeats it', async (rollcall) => {
    const { twilio, status, post } = await sentNotice(rollcall)
    const confirms = twilio.inboundWebhook(replies, { From: contact, Body: 'Sim' })
    const cancels = twilio.inboundWebhook(replies, { From: contact, Body: 'não' })
    for (const hook of [confirms, confirms, cancels, confirms]) {
      const { statusCode, headers, body } = await post(hook)
      // Twilio would send any text in the response to the contact.
      expect({ statusCode, type: headers['content-type'], body }).toEqual({
        statusCode: 200,
        type: expect.stringMatching(/^text\/xml/),
        body: '<?xml version="1.0" encoding="UTF-8"?><Response/>',
      })
    }
    expect((await status()).state).toBe('cancelled')
    const actions = await rollcall.database.selectFrom('actions').select('action').orderBy('sequence').execute()
    expect(actions.map(({ action }) => action)).toEqual(['confirm', 'cancel'])
  })

  const optOuts = async ({ get }: Rollcall) => (await get('/v1/opt-outs/clinica-lisboa')).json()

  serviceTest('that Twilio takes as STOP opts out, whatever it says, and START is a text', async (rollcall) => {
    const { twilio, post } = await sentNotice(rollcall)
    await post(twilio.inboundWebhook(replies, { From: contact, Body: 'basta', OptOutType: 'STOP' }))
    expect(await optOuts(rollcall)).toMatchObject([{ uid: contact, reason: 'opt-out' }])
    await post(twilio.inboundWebhook(replies, { From: contact, Body: 'AJUDA', OptOutType: 'HELP' }))
    expect(await optOuts(rollcall)).toHaveLength(1)
    await post(twilio.inboundWebhook(replies, { From: contact, Body: 'START', OptOutType: 'START' }))
    expect(await optOuts(rollcall)).toEqual([])
  })

  serviceTest('with a file is for people to read', async (rollcall) => {
    const { twilio, status, post } = await sentNotice(rollcall)
    for (const type of ['audio/ogg', 'image/jpeg', 'video/3gpp', 'application/pdf', 'text/vcard']) {
      const form = { From: contact, Body: 'sim', MessageSid: `MM ${type}`, NumMedia: '1', MediaContentType0: type }
      await post(twilio.webhook(replies, form))
    }
    const kept = (await rollcall.get('/v1/replies/clinica-lisboa/bydate/2026-03-30/2026-03-30')).json()
    expect(kept.map(({ text }: { text: string }) => text).toSorted()).toEqual([
      'Documento (não guardado aqui). sim',
      'Imagem (não guardada aqui). sim',
      'Mensagem de voz (não guardada aqui). sim',
      'Mensagem que não pode ser mostrada aqui. sim',
      'Vídeo (não guardado aqui). sim',
    ])
    expect((await status()).state).toBe('open')
  })
})

describe('a callback of Twilio', () => {
  serviceTest('that the account has not signed is 403, and changes nothing', async (rollcall) => {
    const { twilio, status, delivery, message, post } = await sentNotice(rollcall)
    const other = await startTwilio()
    onTestFinished(() => other.close())
    const text = { From: contact, Body: 'sim' }
    for (const [url, hook] of [
      [replies, twilio.inboundWebhook(replies, text)],
      [message.StatusCallback!, twilio.statusWebhook(message, 'failed', 30005)],
    ] as const) {
      const { 'x-twilio-signature': signature, ...unsigned } = hook.headers as Record<string, string>
      const signedWith = (value: string) => ({ ...hook, headers: { ...unsigned, 'x-twilio-signature': value } })
      const forged = [
        { ...hook, headers: unsigned },
        signedWith(''),
        signedWith('undefined'),
        signedWith(signature!.slice(0, -1)),
        // By another account, and for another address of this service.
        signedWith(signTwilio(other.authToken, url, Object.fromEntries(new URLSearchParams(hook.body)))),
        signedWith(
          twilio.webhook(`${url}/x`, Object.fromEntries(new URLSearchParams(hook.body))).headers['x-twilio-signature']!,
        ),
        // Truncated, extended and changed bodies.
        { ...hook, body: hook.body.slice(0, -1) },
        { ...hook, body: '' },
        { ...hook, body: `${hook.body}&Body=n%C3%A3o` },
        { ...hook, body: hook.body.replace('912345678', '912345679') },
        { ...hook, url: `${url}?x=1` },
      ]
      for (const one of forged) {
        const response = await post(one)
        expect([response.statusCode, response.json().code]).toEqual([403, 'unverified-callback'])
      }
    }
    const elsewhere = { ...twilio.statusWebhook(message, 'failed'), url: `${PUBLIC_URL}/sms/twilio/status/a/b` }
    expect((await post(elsewhere)).statusCode).toBe(403)
    expect((await status()).state).toBe('open')
    expect((await delivery()).state).toBe('sent')
    expect(rollcall.logged.join()).not.toContain(twilio.authToken)
  })

  serviceTest('is 404 if the texts do not go to Twilio', async (rollcall) => {
    const { twilio, status, message, post } = await sentNotice(rollcall)
    rollcall.config.servers.mobile = { url: 'smpps://centre.example', from: undefined }
    const hooks = [
      twilio.inboundWebhook(replies, { From: contact, Body: 'sim' }),
      twilio.statusWebhook(message, 'failed', 30005),
    ]
    for (const hook of hooks) expect((await post(hook)).statusCode).toBe(404)
    expect((await status()).state).toBe('open')
  })

  serviceTest('is accepted with the spellings of the port that Twilio signs', async (rollcall) => {
    const { twilio, post } = await withTwilio(rollcall)
    const body = { From: contact, Body: 'sim' }
    for (const host of ['https://rollcall.test', 'https://rollcall.test:443']) {
      const hook = twilio.inboundWebhook(`${host}/sms/twilio/replies`, body)
      expect((await post({ ...hook, url: replies })).statusCode).toBe(200)
    }
    rollcall.config.publicUrl = 'https://rollcall.test:8443'
    expect((await post(twilio.inboundWebhook(replies, body))).statusCode).toBe(200)
    const foreign = twilio.inboundWebhook('https://rollcall.test:9443/sms/twilio/replies', body)
    expect((await post({ ...foreign, url: replies })).statusCode).toBe(403)
  })
})

describe('the configuration of Twilio', () => {
  const sid = `AC${'0'.repeat(32)}`
  const sound = { PUBLIC_URL, SMS_URL: `twilio://${sid}:token@api.twilio.com`, SMS_FROM: '+351300400500' }

  test('needs the account SID, the auth token and a sender', () => {
    expect(readConfig(sound).servers.mobile).toMatchObject({ from: '+351300400500' })
    const faults: [NodeJS.ProcessEnv, string][] = [
      [{ SMS_URL: 'twilio://api.twilio.com' }, 'SMS_URL must be twilio://ACCOUNT_SID:AUTH_TOKEN@api.twilio.com. Copy'],
      [{ SMS_URL: `twilio://${sid}@api.twilio.com` }, 'SMS_URL must be twilio://'],
      [{ SMS_URL: `twilio://SK${'0'.repeat(32)}:secret@api.twilio.com` }, 'An API key (SK…) does not verify callbacks'],
      [{ SMS_FROM: undefined }, 'SMS_FROM must be set, because Twilio needs a sender'],
      [{ SMS_FROM: 'MG0!' }, 'a name of up to 11 letters or a messaging service of Twilio (MG…)'],
      [{ SMS_URL: `twilio+http://${sid}:token@twilio.example` }, 'because twilio+http: has no TLS'],
      [{ PUBLIC_URL: undefined }, 'PUBLIC_URL must be set'],
    ]
    for (const [wrong, message] of faults) expect(() => readConfig({ ...sound, ...wrong })).toThrow(message)
  })

  test('reply-url prints the address that Twilio needs', async () => {
    const { stdout } = await runCommand(['reply-url'], sound)
    expect(stdout).toBe(`${replies}\n`)
  })

  const faultOf = (url: string) => provider.fault({ url, from: undefined, variables: {} }, undefined!)

  test('is tried without sending', async () => {
    const twilio = await twilioServer()
    expect(await faultOf(twilio.url)).toBeUndefined()
    expect(await faultOf(twilio.url.replace(twilio.authToken, 'wrong'))).toContain('refuses the account SID')
    expect(twilio.accepted).toEqual([])
    await twilio.close()
    expect(await faultOf(twilio.url)).toMatch(/^Twilio does not respond: /)
  })

  test('has a fault if the account is suspended, or Twilio responds as it should not', async () => {
    const responses = [[200, '{"status":"suspended"}'] as const, [200, '<html>'] as const, [500, ''] as const]
    const server = createServer((_request, response) => {
      const [status, body] = responses.shift()!
      response.writeHead(status).end(body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `twilio+http://${sid}:token@127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await faultOf(url)).toBe("the account at Twilio is suspended. Twilio's console says why")
    expect(await faultOf(url)).toContain('Twilio does not respond')
    expect(await faultOf(url)).toBe('Twilio responds with status 500')
  })
})
