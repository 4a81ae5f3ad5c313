import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openConfigured, PUBLIC_URL } from '../../../../test/providers/open-configured.ts'
import type { Answer } from '../../../../test/providers/provider.ts'
import { twilioServer } from '../../../../test/providers/servers.ts'
import { signTwilio, type TwilioMessage } from '../../../../test/providers/twilio.ts'
import { type Rollcall, serviceTest } from '../../../../test/rollcall.ts'
import { notify } from '../../../../test/submission.ts'
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

  serviceTest('waits a minute while the queue at Twilio is full', async (rollcall) => {
    const { delivery } = await sentNotice(rollcall, () => ({ status: 400, code: 21611 }))
    expect(await delivery()).toMatchObject({
      state: 'pending',
      attempts: 0,
      next_attempt_at: '2026-03-30T08:01:00.000000+00:00',
      reason: "the sender's queue is full (Twilio 21611)",
    })
  })
})

describe('a reply through Twilio', () => {
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
  serviceTest('is 403 if another account has signed it, or for another address or form', async (rollcall) => {
    const { twilio, status, delivery, message, post } = await sentNotice(rollcall)
    for (const [url, hook] of [
      [replies, twilio.inboundWebhook(replies, { From: contact, Body: 'sim' })],
      [message.StatusCallback!, twilio.statusWebhook(message, 'failed', 30005)],
    ] as const) {
      const form = Object.fromEntries(new URLSearchParams(hook.body))
      const signedWith = (signature: string) => ({
        ...hook,
        headers: { ...hook.headers, 'x-twilio-signature': signature },
      })
      const forged = [
        signedWith(signTwilio('another token', url, form)),
        signedWith(signTwilio(twilio.authToken, `${url}/x`, form)),
        { ...hook, body: `${hook.body}&Body=n%C3%A3o` },
        { ...hook, url: `${url}?x=1` },
      ]
      for (const one of forged) expect((await post(one)).statusCode).toBe(403)
    }
    const elsewhere = { ...twilio.statusWebhook(message, 'failed'), url: `${PUBLIC_URL}/sms/twilio/status/a/b` }
    expect((await post(elsewhere)).statusCode).toBe(403)
    expect((await status()).state).toBe('open')
    expect((await delivery()).state).toBe('sent')
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

  const faultOf = (url: string) => provider.fault({ url, from: undefined, variables: {} }, undefined!)

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
