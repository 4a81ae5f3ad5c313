import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { contact } from '../../../test/contact.ts'
import { entity } from '../../../test/history.ts'
import { type Rollcall, serviceTest } from '../../../test/rollcall.ts'
import { mintAccessToken } from '../../access/credentials/token-format.ts'
import { readConfig } from '../../channels/configuration.ts'
import { networks } from '../config/networks.ts'
import { rateLimiter } from '../scheduling/rate-limiter.ts'
import { minutes, systemClock } from '../time/instant.ts'
import { createAddressBudgets, networkOf } from './address-budgets.ts'

const misses = 60
const scanner = '198.51.100.7'
const unknownLink = '/a/cmVsYXRpdmVseS11bmxpa2VseQ'
const limited = { config: { rateLimit: 6_000 } }
const behindProxies = { config: { ...limited.config, trustProxy: networks('192.0.2.1,10.0.0.0/8')! } }

interface RequestOptions {
  from?: string
  headers?: Record<string, string>
}

const ask = ({ app }: Rollcall, url: string, { from = scanner, headers = {} }: RequestOptions = {}) =>
  app.inject({ url, remoteAddress: from, headers })

/** Returns the statuses of requests one after another, each as often as it came in succession. */
async function statusesOf(times: number, request: () => Promise<{ statusCode: number }>) {
  const runs: [status: number, times: number][] = []
  for (let i = 0; i < times; i++) {
    const { statusCode } = await request()
    const last = runs.at(-1)
    if (last?.[0] === statusCode) last[1]++
    else runs.push([statusCode, 1])
  }
  return runs
}

const refusals = async ({ metrics }: Rollcall, kind: string) =>
  Number(
    new RegExp(`rollcall_refused_requests_total\\{kind="${kind}"\\} (\\d+)`).exec(await metrics.render())?.[1] ?? 0,
  )

describe('a contact', () => {
  serviceTest(
    'opens the page from an address that guesses links, whose guesses get 429 for the rest of the minute',
    async (rollcall) => {
      const { url } = await contact(rollcall)
      const guess = () => ask(rollcall, unknownLink)
      expect(await statusesOf(misses + 5, guess)).toEqual([
        [404, misses],
        [429, 5],
      ])
      const refused = await guess()
      expect(refused.headers).toMatchObject({
        'retry-after': '60',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      expect(refused.body).toContain('Please try again in a minute')
      expect((await ask(rollcall, url)).statusCode).toBe(200)
      expect((await ask(rollcall, unknownLink, { from: '198.51.100.8' })).statusCode).toBe(404)
      expect(await refusals(rollcall, 'pages-misses')).toBe(6)
      const warned = rollcall.logged.filter((line) => line.includes('TRUST_PROXY'))
      expect(warned.map((line) => JSON.parse(line))).toMatchObject([
        { address: scanner, kind: 'pages-misses', level: 40 },
      ])
      rollcall.clock.time += minutes(1)
      expect((await guess()).statusCode).toBe(404)
    },
    limited,
  )

  test('shares an address with a crowd of 6,000 requests a minute, whatever RATE_LIMIT is, unless it is more', () => {
    for (const [perMinute, max] of [
      [1, 6_000],
      [7_000, 7_000],
    ] as const) {
      const limiter = rateLimiter(systemClock)
      const observers = { metrics: { refused() {} }, log: pino({ level: 'silent' }) }
      const { refusalOf } = createAddressBudgets(limiter, observers, perMinute)
      const request = { ip: scanner, routeOptions: { config: { budget: 'pages' } } } as FastifyRequest
      for (let count = 0; count < max; count++) expect(refusalOf(request)).toBeUndefined()
      expect(refusalOf(request)).toMatchObject({ code: 'rate-limited' })
    }
  })
})

serviceTest(
  'a wrong credential gets 401, and beyond the budget 429, while a right one of the same address is admitted',
  async (rollcall) => {
    await rollcall.given(entity())
    const path = '/v1/entities/clinica-lisboa'
    const wrong = { authorization: `Bearer ${mintAccessToken()}` }
    expect(await statusesOf(misses + 2, () => ask(rollcall, path, { headers: wrong }))).toEqual([
      [401, misses],
      [429, 2],
    ])
    const refused = await ask(rollcall, path, { headers: wrong })
    expect([refused.json().code, Number(refused.headers['retry-after'])]).toEqual(['rate-limited', 60])
    const right = { authorization: `Bearer ${rollcall.token}` }
    expect((await ask(rollcall, path, { headers: right })).statusCode).toBe(200)
    expect((await ask(rollcall, path)).statusCode).toBe(401)
    expect(await refusals(rollcall, 'credentials-misses')).toBe(3)
  },
  limited,
)

const { servers } = readConfig({
  PUBLIC_URL: 'https://rollcall.test',
  WHATSAPP_URL: 'whatsapp://1:token@graph.facebook.com/v23.0',
  WHATSAPP_APP_SECRET: 'secret',
  WHATSAPP_VERIFY_TOKEN: 'verify',
})

serviceTest(
  'forged callbacks get 403, and beyond the budget 429, while those of the provider have no limit',
  async (rollcall) => {
    const forged = () => rollcall.app.inject({ method: 'POST', url: '/whatsapp', remoteAddress: scanner, payload: {} })
    expect(await statusesOf(misses + 1, forged)).toEqual([
      [403, misses],
      [429, 1],
    ])
    const verification = '/whatsapp?hub.mode=subscribe&hub.verify_token=verify&hub.challenge=1'
    expect(await statusesOf(400, () => ask(rollcall, verification))).toEqual([[200, 400]])
  },
  { config: { ...limited.config, servers } },
)

serviceTest(
  'a route to sign in has a budget of its own',
  async (rollcall) => {
    rollcall.app.get('/enter', { config: { public: true, budget: 'sign-in', personal: 'none' } }, async () => 'enter')
    expect(await statusesOf(301, () => ask(rollcall, '/enter'))).toEqual([
      [200, 300],
      [429, 1],
    ])
    expect((await ask(rollcall, unknownLink)).statusCode).toBe(404)
  },
  limited,
)

serviceTest('RATE_LIMIT=0 lifts the budgets of addresses', async (rollcall) => {
  expect(await statusesOf(misses + 1, () => ask(rollcall, unknownLink))).toEqual([[404, misses + 1]])
})

serviceTest(
  'what a client writes into X-Forwarded-For has no effect, directly or behind proxies of TRUST_PROXY',
  async (rollcall) => {
    let guesses = 0
    const claim = () => `203.0.113.${++guesses % 250}`
    const direct = () => ask(rollcall, unknownLink, { headers: { 'x-forwarded-for': claim() } })
    expect(await statusesOf(misses + 1, direct)).toEqual([
      [404, misses],
      [429, 1],
    ])
    const through = (client: string) => ({ 'x-forwarded-for': `${claim()}, ${client}, 10.3.4.5` })
    const proxied = (client: string) => ask(rollcall, unknownLink, { from: '192.0.2.1', headers: through(client) })
    expect(await statusesOf(misses + 1, () => proxied('203.0.113.251'))).toEqual([
      [404, misses],
      [429, 1],
    ])
    expect((await proxied('203.0.113.252')).statusCode).toBe(404)
  },
  behindProxies,
)

test('IPv6 clients count by their /64, and other spellings of an IPv4 address as the address', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8:1:3::9')).not.toBe('2001:db8:1:2')
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
  for (const text of [undefined, '', 'unknown', '192.0.2.1:80', '1']) expect(networkOf(text)).toBe('unknown')
})
