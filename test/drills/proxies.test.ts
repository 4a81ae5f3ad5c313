import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serverLimits } from '../../src/platform/http/limits.ts'
import { serveRollcall } from '../process.ts'
import { temporaryFolder } from '../rollcall.ts'
import { item, later, submission } from '../submission.ts'
import { type Insist, openClinics, sendAndAnswer } from './answering-clinics.ts'
import {
  isInstalled,
  nginxWithDefaults,
  proxies,
  type ReverseProxy,
  startNginxWithDefaults,
  startProxy,
} from './reverse-proxies.ts'

for (const proxy of proxies.filter((one) => !isInstalled(one)))
  process.stderr.write(`\nNOT TESTED BEHIND ${proxy.name}: it is not installed (apt-get install ${proxy.package}).\n\n`)

const feed = '/v1/metrics/notifications/actions/a/since/0'
// Shorter than a heartbeat of a stream, which a proxy could wait for.
const atOnceMs = 20_000

/** Starts a service on an own database, and a proxy in front of it. */
async function serveClinics(settings: NodeJS.ProcessEnv = {}) {
  const opened = await openClinics(`sqlite:${join(temporaryFolder(), 'rollcall.db')}`)
  const { database, token, ids } = opened
  const env = { ...opened.env, ...settings }
  const authorization = `Bearer ${token}`
  const service = await serveRollcall(env)
  const port = Number(new URL(service.address).port)
  const serveAgain = () => serveRollcall({ ...env, PORT: `${port}` })
  const confirm = (origin: string) => {
    const insist: Insist = async (path, init, status) => {
      const response = await fetch(origin + path, { redirect: 'manual', ...init })
      expect(response.status).toBe(status)
      return response
    }
    return sendAndAnswer(0, { database, token, ids }, insist)
  }
  return {
    port,
    service,
    serveAgain,
    confirm,
    headers: { authorization },
    stream: { authorization, accept: 'text/event-stream' },
  }
}

async function behind(proxy: ReverseProxy, settings: NodeJS.ProcessEnv = {}) {
  const clinics = await serveClinics(settings)
  return { ...clinics, ...(await startProxy(proxy, clinics.port)) }
}

const readerOf = ({ body }: Response) => body!.pipeThrough(new TextDecoderStream()).getReader()

describe.each(proxies.filter(isInstalled))('behind $name, with the configuration of the documents', (proxy) => {
  test('pages load with their scripts, and only over TLS', async () => {
    const { origin, plainOrigin } = await behind(proxy)
    const page = await fetch(`${origin}/console`)
    expect(page.status).toBe(200)
    const [script] = /assets\/[\w.-]+\.js/.exec(await page.text())!
    const { status, headers } = await fetch(`${origin}/${script}`)
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/javascript/)])
    const plain = await fetch(`${plainOrigin}/a/secret`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([308, expect.stringMatching(/^https:\/\/localhost/)])
    const asked = spawnSync(
      'openssl',
      ['s_client', '-connect', origin.slice('https://'.length), '-servername', 'localhost', '-msg'],
      { input: '' },
    )
    expect(`${asked.stdout}`).toContain('ServerHello')
    expect(`${asked.stdout}`).not.toContain('CertificateRequest')
  })

  test('metrics stay inside', async () => {
    const { origin, headers } = await behind(proxy)
    for (const path of ['/metrics', '/%6detrics']) expect((await fetch(origin + path, { headers })).status).toBe(404)
  })

  test('a live stream gets an action as it is recorded, and ends at the service when the client disconnects', async () => {
    const { origin, stream, confirm, service } = await behind(proxy)
    const leaving = new AbortController()
    const reader = readerOf(await fetch(origin + feed, { headers: stream, signal: leaving.signal }))
    expect((await reader.read()).value).toMatch(/^: the actions/)
    await confirm(origin)
    expect(await within(atOnceMs, reader.read())).toMatchObject({
      value: expect.stringContaining('"action":"confirm"'),
    })
    leaving.abort()
    await expect.poll(service.log, { timeout: atOnceMs }).toMatch(/since.*the client disconnected/)
  })

  test('a long poll returns with an action, or without one at its end, and ends when the client disconnects', async () => {
    const { origin, headers, confirm, service } = await behind(proxy)
    const empty = await fetch(`${origin}${feed}?wait=1`, { headers })
    expect(await empty.json()).toEqual([])
    const waiting = fetch(`${origin}${feed}?wait=30`, { headers })
    await confirm(origin)
    expect(
      await within(
        atOnceMs,
        waiting.then((response) => response.json()),
      ),
    ).toMatchObject([{ action: 'confirm' }])
    const leaving = new AbortController()
    const left = fetch(`${origin}/v1/metrics/notifications/actions/b/since/0?wait=30`, {
      headers,
      signal: leaving.signal,
    })
    // The service has the request when it has answered a later one on another connection.
    await fetch(`${origin}/livez`)
    leaving.abort()
    await expect(left).rejects.toThrow()
    await expect.poll(service.log, { timeout: atOnceMs }).toMatch(/since.*the client disconnected/)
  })

  test('a body of nearly 2 MiB arrives', async () => {
    const { origin, headers } = await behind(proxy)
    const body = JSON.stringify(submission(item(later))).padEnd(serverLimits.bodyLimit - 1_024)
    const sent = { ...headers, 'content-type': 'application/json' }
    const { status } = await fetch(`${origin}/v1/notifications/a`, { method: 'POST', headers: sent, body })
    expect(status).toBe(202)
  })

  test('a file of any size streams to the service', async () => {
    const received = { bytes: 0, length: 'none' as string | undefined }
    const { origin } = await inFrontOf(proxy, (headers, body) => {
      received.length = headers['content-length']
      body.on('data', (chunk: Buffer) => (received.bytes += chunk.length))
    })
    const line = Buffer.alloc(64 * 1024, 'Ana;Reis\n')
    const lines = 1_024
    async function* file() {
      yield line
      await expect.poll(() => received.bytes, { timeout: atOnceMs }).toBe(line.length)
      for (let sent = 1; sent < lines; sent++) yield line
    }
    const path = '/v1/notifications/clinica-lisboa/csv?mapping=clinic'
    const init = { method: 'POST', headers: { 'content-type': 'text/csv' }, duplex: 'half' } as const
    expect((await fetch(origin + path, { ...init, body: ReadableStream.from(file()) })).status).toBe(200)
    expect(received).toEqual({ bytes: lines * line.length, length: undefined })
  })

  test('the service learns who the client is, whatever the client claims', async () => {
    let received: IncomingHttpHeaders = {}
    const { origin } = await inFrontOf(proxy, (headers) => {
      received = headers
    })
    const claimed = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' }
    await fetch(origin, { headers: claimed })
    const host = origin.slice('https://'.length)
    expect(received).toMatchObject({
      host,
      'x-forwarded-for': expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      'x-forwarded-host': host,
      'x-forwarded-proto': 'https',
    })
  })

  test('with TRUST_PROXY, the budgets are those of the client, whatever it claims', async () => {
    const { https, service } = await behind(proxy, { TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '6000' })
    const guess = async (localAddress: string, claimed: string) => {
      const headers = { host: `localhost:${https}`, 'x-forwarded-for': claimed }
      const to = { host: '127.0.0.1', port: https, servername: 'localhost', path: '/a/unknown', localAddress, headers }
      const [response] = (await once(request({ ...to, agent: false }).end(), 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    for (let guesses = 0; guesses < 60; guesses++) expect(await guess('127.0.0.9', `192.0.2.${guesses}`)).toBe(404)
    expect(await guess('127.0.0.9', '192.0.2.99')).toBe(429)
    expect(await guess('127.0.0.10', '127.0.0.9')).toBe(404)
    await expect.poll(service.log).toMatch(/"address":"127\.0\.0\.9"/)
  })

  test('a stream ends with the service, and requests succeed again as soon as it is back', async () => {
    const { origin, headers, stream, service, serveAgain, log } = await behind(proxy)
    const reader = readerOf(await fetch(origin + feed, { headers: stream }))
    await reader.read()
    service.child.kill('SIGKILL')
    const end = within(atOnceMs, reader.read())
    if (proxy.cutsResponses) await expect(end).rejects.toThrow(/terminated|aborted|network/)
    else await end
    // The first request may use a connection that the proxy is closing.
    const away = () =>
      fetch(`${origin}/a/the-secret-of-a-link`).then(
        ({ status }) => status,
        () => undefined,
      )
    await expect.poll(away, { timeout: atOnceMs }).toBe(proxy.away)
    await serveAgain()
    const again = () => fetch(origin + feed, { headers }).then(({ status }) => status)
    await expect.poll(again, { timeout: atOnceMs }).toBe(200)
    expect(log()).not.toContain('the-secret-of-a-link')
  })
})

describe.skipIf(!isInstalled(nginxWithDefaults))('behind nginx as it is installed', () => {
  test('a live stream gets an action as it is recorded', async () => {
    const { port, stream, confirm } = await serveClinics()
    const origin = await startNginxWithDefaults(port)
    const reader = readerOf(await fetch(origin + feed, { headers: stream }))
    expect((await reader.read()).value).toMatch(/^: the actions/)
    await confirm(origin)
    expect(await within(atOnceMs, reader.read())).toMatchObject({
      value: expect.stringContaining('"action":"confirm"'),
    })
    await reader.cancel()
  })
})

/** Starts the proxy in front of a server that shows its requests, because the service does not. */
async function inFrontOf(
  proxy: ReverseProxy,
  onRequest: (headers: IncomingHttpHeaders, body: NodeJS.ReadableStream) => void,
) {
  const server = createServer((request, response) => {
    const isChecked = request.url === '/livez' || request.url === '/readyz'
    if (!isChecked) onRequest(request.headers, request)
    request.resume().on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return startProxy(proxy, (server.address() as AddressInfo).port)
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_, reject) =>
      AbortSignal.timeout(ms).addEventListener('abort', () => reject(new Error('late'))),
    ),
  ])
}
