import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, BlockList } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { networks } from '../../platform/config/networks.ts'
import { type Outcome, post } from './request.ts'
import { urlFault } from './target.ts'

const none = networks('')!
const loopback = networks('127.0.0.0/8')!
const refused = 'must not be a private address, unless WEBHOOK_NETWORKS lists its network'
const withoutTls = 'must be in a network of WEBHOOK_NETWORKS, because the URL is not https:'

/** Returns the port of a server on loopback, until the end of the test. */
async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

const send = (url: string, allowed: BlockList, lookup?: unknown): Promise<Outcome> =>
  post(url, { headers: {}, body: '{}' }, allowed, lookup as never)

/** A resolver that gives these addresses in turn. */
function resolver(...answers: string[][]) {
  let asked = 0
  const lookup = (_name: string, _options: object, done: (error: null, found: object[]) => void) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)]!
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return Object.assign(lookup, { asked: () => asked })
}

const privateAddresses = [
  ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1'],
  ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '192.0.0.1'],
  ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b:1::1'],
  ...['2002:7f00:1::', '2001:0:1::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '100::1'],
]

describe('a private address', () => {
  test.each(privateAddresses)('is refused behind a host name: %s', async (address) => {
    expect(await send('https://clinic.example/', none, resolver([address]))).toEqual({
      reason: `The address of the host ${refused}`,
    })
  })

  test.each(privateAddresses)('is refused beside a public one: %s', async (address) => {
    const lookup = resolver(['93.184.215.14', address])
    expect(await send('https://clinic.example/', none, lookup)).toEqual({
      reason: `The address of the host ${refused}`,
    })
  })

  test.each([
    ...['127.0.0.1', '2130706433', '017700000001', '0177.0.0.1', '0x7f000001', '0x7f.1', '127.1', '127.0.0.1.'],
    ...['①②⑦.0.0.1', '%31%32%37.0.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
    ...['169.254.169.254', '[fd00:ec2::254]', '[fe80::1]', '[2002:7f00:1::]', '[64:ff9b::7f00:1]', '10.0.0.1'],
  ])('is refused as a literal: %s', async (host) => {
    expect(urlFault(`https://${host}:8443/hook`, none)).toBe(`has a host that ${refused}`)
    expect(await send(`https://${host}:8443/hook`, none)).toEqual({ reason: `The URL has a host that ${refused}` })
  })

  test('is reached if WEBHOOK_NETWORKS lists its network, by its number and by a name', async () => {
    const port = await listen((_request, response) => response.writeHead(204).end())
    expect(await send(`http://127.0.0.1:${port}/`, loopback)).toEqual({ status: 204 })
    expect(await send(`http://[::ffff:127.0.0.1]:${port}/`, loopback)).toEqual({ status: 204 })
    expect(await send(`http://clinic.example:${port}/`, loopback, resolver(['127.0.0.1']))).toEqual({ status: 204 })
    expect(await send(`http://clinic.example:${port}/`, loopback, resolver(['127.0.0.1', '10.0.0.1']))).toEqual({
      reason: `The address of the host ${withoutTls}`,
    })
  })
})

describe('a name that changes its address', () => {
  test('is resolved once for each request, and again for the next', async () => {
    let received = 0
    const port = await listen((_request, response) => {
      received++
      response.end()
    })
    const lookup = resolver(['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1'])
    const url = `http://clinic.example:${port}/`
    expect(await send(url, loopback, lookup)).toEqual({ status: 200 })
    expect(lookup.asked()).toBe(1)
    // No connection from before stays open, by which the request would pass the check.
    expect(await send(url, loopback, lookup)).toEqual({ reason: `The address of the host ${withoutTls}` })
    expect(lookup.asked()).toBe(2)
    expect(received).toBe(1)
  })
})

describe('the URL of a webhook', () => {
  test.each([
    ['https://clinic.example/hook?a=b', none, undefined],
    ['https://93.184.215.14/', none, undefined],
    ['https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/', none, undefined],
    ['http://clinic.example/', none, 'must be an https: URL'],
    ['http://93.184.215.14/', loopback, `has a host that ${withoutTls}`],
    ['http://clinic.example/', loopback, undefined],
    ['ftp://clinic.example/', loopback, 'must be an https: URL'],
    ['/hook', loopback, 'must be an https: URL'],
    ['https://clinic.example/\r\nX: y', none, 'must not contain white space, control characters or backslashes'],
    [
      'https://clinic.example\\@other.example/',
      none,
      'must not contain white space, control characters or backslashes',
    ],
    ['https://clinic.example/\u202eoof', none, 'must not contain white space, control characters or backslashes'],
    [' https://clinic.example/', none, 'must not contain white space, control characters or backslashes'],
    ['https://user:password@clinic.example/', none, 'must not have a user or a password'],
    ['https://user@clinic.example/', none, 'must not have a user or a password'],
  ] as const)('%s', (url, allowed, fault) => {
    expect(urlFault(url, allowed)).toBe(fault)
  })
})

describe('a response', () => {
  test('that redirects is not followed', async () => {
    const requested: string[] = []
    const port = await listen(({ url }, response) => {
      requested.push(url!)
      response.writeHead(307, { Location: 'http://169.254.169.254/latest/meta-data/' }).end()
    })
    expect(await send(`http://127.0.0.1:${port}/hook`, loopback)).toEqual({ status: 307 })
    expect(requested).toEqual(['/hook'])
  })

  test('is read up to 64 KiB', async () => {
    const closed = Promise.withResolvers<void>()
    const port = await listen((_request, response) => {
      response.on('close', closed.resolve)
      const write = () => {
        while (response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', write)
      write()
    })
    expect(await send(`http://127.0.0.1:${port}/`, loopback)).toEqual({ status: 200 })
    await closed.promise
  })

  test('says when to try again', async () => {
    const port = await listen((_request, response) => response.writeHead(503, { 'Retry-After': '120' }).end())
    expect(await send(`http://127.0.0.1:${port}/`, loopback)).toEqual({ status: 503, retryAfterMs: 120_000 })
  })

  test('that does not come has a reason', async () => {
    const port = await listen(({ socket }) => socket.destroy())
    expect(await send(`http://127.0.0.1:${port}/`, loopback)).toEqual({ reason: 'socket hang up' })
  })
})
