import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Rollcall, serviceTest } from '../../../../test/rollcall.ts'
import { notify } from '../../../../test/submission.ts'
import { publicOnly } from '../../../platform/outgoing/public-address.ts'
import { readConfig } from '../../configuration.ts'
import { openChannels } from '../../open-channels.ts'
import { gatewaySender } from './sender.ts'

interface GatewayRequest {
  headers: IncomingHttpHeaders
  body: { id: string; to: string; from: string; text: string; status_url: string; reply_url: string }
}

/** A real gateway on loopback, which answers with these statuses in turn, and the channel to it as it is configured. */
async function gateway(rollcall: Rollcall, ...statuses: number[]) {
  const { app, incoming, folder, secret } = rollcall
  const received: GatewayRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
    response.writeHead(statuses.shift() ?? 202, { Location: 'http://127.0.0.1:1/elsewhere' }).end('as you\r\nlike')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const config = readConfig({
    DATABASE_URL: `sqlite:${folder}/rollcall.db`,
    PUBLIC_URL: 'https://rollcall.test',
    SMS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/texts?account=7`,
    SMS_FROM: '+351300400500',
    SMS_HEADERS: '{"Authorization":"Bearer gateway"}',
  })
  Object.assign(rollcall.config.servers, config.servers)
  const origin = () => 'https://rollcall.test'
  const { mobile } = await openChannels({ config, secret, log: app.log, incoming: () => incoming, origin })
  const call = (callback: string, payload: object) =>
    app.inject({
      method: 'POST',
      url: callback.replace(origin(), ''),
      headers: { 'content-type': 'application/json' },
      payload,
    })
  return { received, mobile, call }
}

describe('a short text over a gateway', () => {
  serviceTest('is posted as JSON, with the configured headers', async (rollcall) => {
    const { received, mobile } = await gateway(rollcall)
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    const [{ headers, body }] = received as [GatewayRequest]
    expect(body).toMatchObject({ to: '+351912345678', from: '+351300400500', text: expect.stringContaining('SIM') })
    expect(headers).toMatchObject({ authorization: 'Bearer gateway', 'idempotency-key': body.id })
    expect((await delivery()).state).toBe('sent')
  })

  serviceTest('is delivered or failed after a callback of the gateway', async (rollcall) => {
    const { received, mobile, call } = await gateway(rollcall)
    const [one, other] = [await notify(rollcall), await notify(rollcall, { external_id: 'A-2' })]
    await rollcall.deliver({ mobile })
    const [first, second] = received.map(({ body }) => body.status_url)
    expect((await call(first!, { status: 'delivered' })).statusCode).toBe(204)
    expect((await call(second!, { status: 'failed', reason: 'no such number' })).statusCode).toBe(204)
    const states = [await one.delivery(), await other.delivery()]
    expect(states.toSorted((a, b) => a.state.localeCompare(b.state))).toMatchObject([
      { state: 'delivered', delivered_at: '2026-03-30T08:00:00.000000+00:00' },
      { state: 'failed', reason: 'no such number' },
    ])
  })

  serviceTest('is answered by a reply from the gateway', async (rollcall) => {
    const { received, mobile, call } = await gateway(rollcall)
    const { status } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect((await call(received[0]!.body.reply_url, { from: '00351 912 345 678', text: 'sim' })).statusCode).toBe(204)
    expect((await status()).state).toBe('confirmed')
  })

  serviceTest('is not answered by a callback that is not UTF-8', async (rollcall) => {
    const { received, mobile, call } = await gateway(rollcall)
    const { status } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    const reply = '{"from":"+351912345678","text":"sim","text":"n\xe3o"}'
    const send = (encoding: BufferEncoding) => call(received[0]!.body.reply_url, Buffer.from(reply, encoding))
    expect((await send('latin1')).json().errors).toEqual([{ parameter: 'body', reason: 'not-utf-8' }])
    expect((await status()).state).toBe('open')
  })

  serviceTest('ignores a callback with a guessed key or without a status', async (rollcall) => {
    const { received, mobile, call } = await gateway(rollcall)
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    const { status_url, reply_url } = received[0]!.body
    // As many characters as the right path, and one byte less.
    const unequal = `/sms/status/%C3%A9/x/${'y'.repeat(21)}`
    expect((await call(unequal, { status: 'failed' })).statusCode).toBe(404)
    for (const url of [status_url, reply_url]) {
      // The path is checked before the body is read.
      const wrongBody = await call(`${url}x`, Buffer.from('no JSON'))
      expect(wrongBody.statusCode).toBe(404)
      const guess = `${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`
      for (const wrong of [guess, `${url}?x=1`]) expect((await call(wrong, { status: 'failed' })).statusCode).toBe(404)
      expect((await call(url, { status: 'lost' })).json().code).toBe('invalid-body')
    }
    expect((await delivery()).state).toBe('sent')
    expect(rollcall.logged.join()).not.toContain(reply_url.split('/').at(-1))
  })

  serviceTest('is retried when the gateway responds with a 101 only', async (rollcall) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      )
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const mobile = gatewaySender({ url, from: undefined, headers: {}, statusUrl: String, replyUrl: String })
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    expect(await delivery()).toMatchObject({
      state: 'pending',
      reason: 'the connection closed without a response',
    })
  })

  const refusals = { 422: 'failed', 400: 'failed', 401: 'pending', 429: 'pending', 500: 'pending', 302: 'pending' }
  serviceTest('is failed or retried after a refusal', async (rollcall) => {
    const { mobile } = await gateway(rollcall, ...Object.keys(refusals).map(Number))
    for (const [status, state] of Object.entries(refusals)) {
      const { delivery } = await notify(rollcall, { external_id: status })
      await rollcall.deliver({ mobile })
      expect(await delivery()).toMatchObject({ state, reason: `${status} as you like` })
    }
  })
})

describe('the name of a gateway', () => {
  const send = (address: string) =>
    gatewaySender(
      { url: 'https://sms.example/', from: undefined, headers: {}, statusUrl: String, replyUrl: String },
      publicOnly(((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
        done(null, [{ address, family: address.includes(':') ? 6 : 4 }])) as never),
    ).send({ id: 'x', entityId: 'x', uid: '+351912345678', text: 'x' })

  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.1.1',
    '::1',
    '::ffff:127.0.0.1',
    'fd00::1',
    '64:ff9b::a01:203',
  ]
  test('is not followed to a private address', async () => {
    for (const address of inside) await expect(send(address)).rejects.toThrow('resolves to a private address')
  })
})

describe('a reply through a gateway', () => {
  const from = '+351912345678'
  const optOuts = async ({ get }: Rollcall) => (await get('/v1/opt-outs/clinica-lisboa')).json()

  async function replied(rollcall: Rollcall, ...bodies: object[]) {
    const { received, mobile, call } = await gateway(rollcall)
    await notify(rollcall)
    await rollcall.deliver({ mobile })
    const statuses = []
    for (const body of bodies) statuses.push((await call(received[0]!.body.reply_url, body)).statusCode)
    return statuses
  }

  serviceTest('of STOP with NUL and a lone surrogate opts out', async (rollcall) => {
    expect(await replied(rollcall, { from: `${from}\0`, text: 'STOP\0\ud83d' })).toEqual([204])
    expect(await optOuts(rollcall)).toMatchObject([{ uid: from, reason: 'opt-out' }])
  })

  serviceTest('that the provider takes as an opt-out is one, whatever it says', async (rollcall) => {
    expect(await replied(rollcall, { from, text: 'cancel', opted_out: true })).toEqual([204])
    expect(await optOuts(rollcall)).toMatchObject([{ uid: from, reason: 'opt-out' }])
  })

  serviceTest('reports a failure whose reason has control characters', async (rollcall) => {
    const { received, mobile, call } = await gateway(rollcall)
    const { delivery } = await notify(rollcall)
    await rollcall.deliver({ mobile })
    const report = { status: 'failed', reason: 'number\0 not in\nservice \udc00' }
    expect((await call(received[0]!.body.status_url, report)).statusCode).toBe(204)
    expect(await delivery()).toMatchObject({ state: 'failed', reason: 'number not in service \ufffd' })
  })
})
