import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { history } from '../history.ts'
import { bootRollcall, byDate, byToken } from '../rollcall.ts'

const [generated, onTheWire] = process.env.LONG_DRILLS ? [90_000, 10_000] : [9_600, 1_000]
const canary = 'cAnArY'

/** Any text with a canary, which reveals an echo. */
const poison = fc
  .oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom("'--", '../..', '\r\nX: y', '$(id)', '<b>', '\0', '%'),
  )
  .map((text) => `${text}${canary}`)
const segment = poison.map((text) => encodeURIComponent(text.toWellFormed()))
const day = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('2026-03-29', '2026-03-30', '0000-01-01', '9999-12-31', '2026-02-30') },
  { weight: 2, arbitrary: fc.stringMatching(/^\d{4}-\d\d-\d\d$/) },
  { weight: 1, arbitrary: segment },
)
const entityId = fc.oneof({ weight: 9, arbitrary: fc.constant('clinica-lisboa') }, { weight: 1, arbitrary: segment })
const name = fc.constantFrom(
  'action',
  'channel',
  'category',
  'task_id',
  'external_id',
  'limit',
  'after',
  '__proto__',
  'x',
)
const noise = fc
  .array(fc.tuple(name, fc.oneof(segment, fc.nat().map(String), fc.constantFrom('confirm', '', 'MQ'))), {
    maxLength: 3,
  })
  .map((pairs) => (pairs.length > 0 ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''))
const query = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: noise })
const url = fc.oneof(
  fc.tuple(entityId, day, day, query).map(([id, start, end, search]) => byDate(start, end, search, id)),
  fc.tuple(entityId, segment).map(([id, token]) => byToken('', id) + token),
  fc
    .tuple(entityId, day, day, query)
    .map(([id, start, end, search]) => `/v1/audit/${id}/bydate/${start}/${end}${search}`),
  fc.tuple(entityId, segment, fc.constantFrom('audit', 'export')).map((parts) => `/v1/contacts/${parts.join('/')}`),
  fc.tuple(fc.constantFrom('erasures', 'holds'), entityId, segment).map((parts) => `/v1/${parts.join('/')}`),
  entityId.map((id) => `/v1/entities/${id}/retention`),
  fc.tuple(segment, query).map(([path, search]) => `/${path}${search}`),
  fc
    .constantFrom('/docs/', '/problems/', '/openapi.json/', '/livez/')
    .chain((prefix) => segment.map((rest) => prefix + rest)),
)
const visible = fc.stringMatching(/^[\x20-\x7e]{0,40}$/)
const headers = fc.record(
  {
    accept: fc.oneof(visible, fc.constantFrom('text/csv', 'application/x-ndjson', '*/*')),
    'accept-encoding': fc.oneof(visible, fc.constantFrom('gzip', 'zstd', 'gzip;q=0, *')),
    'if-none-match': fc.oneof(visible, fc.constant('*')),
    'content-type': fc.oneof(visible, fc.constant('application/json')),
    cookie: visible,
  },
  { requiredKeys: [] },
)
const anyHeaders = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers })
const method = fc.oneof(
  { weight: 4, arbitrary: fc.constant('GET') },
  { weight: 1, arbitrary: fc.constantFrom('HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND') },
)
const authorization = fc.oneof(
  { weight: 9, arbitrary: fc.constant('good') },
  { weight: 1, arbitrary: fc.constantFrom(`Bearer ${canary}`, `Basic ${canary}`, canary, '') },
)

function expectSober(status: number, body: string) {
  if (status >= 500 || status < 200) throw new Error(`status ${status}: ${body}`)
  if (body.includes(canary)) throw new Error(`echoed: ${body}`)
  if (status >= 400 && body !== '' && !JSON.parse(body).code) throw new Error(`no problem: ${body}`)
}

test(`${generated} generated requests cause no 5xx, no echo and no crash`, async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  const base = await rollcall.listen()
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const statuses = new Map<number, number>()

  const ask = (...[path, verb, extra, credential]: [string, string, object, string]) =>
    new Promise<void>((resolve, reject) => {
      const sent = { ...extra, authorization: credential === 'good' ? `Bearer ${rollcall.token}` : credential }
      const outgoing = request(base + path, { agent, method: verb, headers: sent }, async (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        await once(answer, 'end')
        const packed = answer.headers['content-encoding'] !== undefined
        statuses.set(answer.statusCode!, (statuses.get(answer.statusCode!) ?? 0) + 1)
        try {
          expectSober(answer.statusCode!, packed ? '' : Buffer.concat(chunks).toString())
          resolve()
        } catch (error) {
          reject(error)
        }
      })
      outgoing.on('error', reject).end()
    })

  const many = fc.array(fc.tuple(url, method, anyHeaders, authorization), { minLength: 16, maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(many, async (batch) => void (await Promise.all(batch.map((one) => ask(...one))))),
    { numRuns: generated / 16 },
  )
  agent.destroy()
  console.log(
    `statuses: ${[...statuses]
      .sort()
      .map((pair) => pair.join(' ×'))
      .join(', ')}`,
  )
  expect([...statuses.values()].reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(generated)
  expect((await rollcall.get(byDate('2026-03-29'))).statusCode).toBe(200)
  expect(rollcall.logged.join('')).not.toContain(canary)
})

test(`${onTheWire} malformed requests on raw sockets cause no 5xx, no echo and no crash`, async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  const port = Number(new URL(await rollcall.listen()).port)

  const good = `GET ${byDate('2026-03-29')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rollcall.token}\r\nX: ${canary}\r\nConnection: close\r\n\r\n`
  const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.concat([array, Buffer.from(canary)]))
  const mutated = fc
    .array(fc.tuple(fc.nat(good.length - 1), fc.oneof(fc.constantFrom('\r', '\n', '\0', ' ', ':', '\x80'), visible)), {
      minLength: 1,
      maxLength: 4,
    })
    .map((changes) =>
      Buffer.from(
        changes.reduce((text, [at, what]) => text.slice(0, at) + what + text.slice(at + 1), good),
        'latin1',
      ),
    )
  const cut = fc.nat(good.length).map((length) => Buffer.from(good.slice(0, length)))
  const smuggled = fc
    .constantFrom(
      'Content-Length: 5',
      'Content-Length: -1',
      'Content-Length: 5\r\nContent-Length: 6',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding : chunked',
      'Expect: 100-continue',
      'Upgrade: h2c\r\nConnection: upgrade',
    )
    .map((header) => Buffer.from(`POST /${canary} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\nzz\r\n\r\n${good}`))
  const packet = fc.oneof(bytes, mutated, cut, smuggled)

  const send = (data: Buffer) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.end(data))
      socket.on('data', (chunk) => (answer += chunk))
      socket.on('error', () => resolve(answer)).on('close', () => resolve(answer))
    })
  await fc.assert(
    fc.asyncProperty(fc.array(packet, { minLength: 10, maxLength: 10 }), async (packets) => {
      for (const answer of await Promise.all(packets.map(send))) {
        if (/HTTP\/1\.1 5\d\d/.test(answer)) throw new Error(answer)
        if (answer.includes(canary)) throw new Error(`echoed: ${answer}`)
      }
    }),
    { numRuns: onTheWire / 10 },
  )
  expect((await rollcall.get(byDate('2026-03-29'))).statusCode).toBe(200)
})
