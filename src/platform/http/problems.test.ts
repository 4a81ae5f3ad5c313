import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { entity, history, notification } from '../../../test/history.ts'
import { bootRollcall, byDate, byToken, eachEngine, serviceTest } from '../../../test/rollcall.ts'
import { type ProblemCode, problemKinds } from '../errors/problem-kinds.ts'

/** The shape that every problem has; its type is a page of this service. */
function expectProblem(response: { statusCode: number; headers: object; body: string }, code: ProblemCode) {
  const body = JSON.parse(response.body)
  expect(Object.keys(body).slice(0, 6)).toEqual(['type', 'title', 'status', 'detail', 'code', 'instance'])
  expect(body).toMatchObject({
    code,
    status: problemKinds[code].status,
    type: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/problems/${code}$`)),
    instance: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
  })
  expect(response.statusCode).toBe(problemKinds[code].status)
  expect(response.headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/problem\+json/),
    'cache-control': 'private, no-store',
    'request-id': body.instance.slice('urn:uuid:'.length),
    'x-content-type-options': 'nosniff',
  })
  return body
}

describe('a response to a request that fails', () => {
  serviceTest('names each bad date and query parameter', async ({ get, given }) => {
    await given(entity())
    const cases = [
      [byDate('2026-3-1', '2026-03-01'), 'invalid-date', [{ parameter: 'start_date', reason: 'format' }]],
      [byDate('2026-03-01', '٢٠٢٦-٠٣-٠١'), 'invalid-date', [{ parameter: 'end_date', reason: 'format' }]],
      [byDate('2026-03-01', '2026-02-30'), 'invalid-date', [{ parameter: 'end_date', reason: 'no-such-day' }]],
      [byDate('2026-03-02', '2026-03-01'), 'reversed-range', [{ parameter: 'end_date', reason: 'before-start' }]],
      [
        byDate('2026-03-01', '2026-03-01', '?limit=-1'),
        'invalid-parameter',
        [{ parameter: 'limit', reason: 'format' }],
      ],
      [byDate('2026-03-01', '2026-03-01', '?canary=1'), 'invalid-parameter', [{ parameter: '*', reason: 'unknown' }]],
    ] as const
    for (const [url, code, errors] of cases) {
      expect(expectProblem(await get(url), code).errors).toEqual(errors)
    }
  })

  serviceTest('is 404 for an unknown route and 405 with Allow for an unknown method', async ({ app, token }) => {
    for (const url of ['/v1/nothing', '/docs/static/nothing']) expectProblem(await app.inject(url), 'not-found')
    expectProblem(await app.inject({ method: 'POST', url: '/v1/nothing', payload: 'x' }), 'not-found')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-canary' }
      for (const url of [byDate('2026-03-01'), byToken('x')]) {
        const response = await app.inject({ method, url, headers, payload: 'x' })
        expectProblem(response, 'method-not-allowed')
        expect(response.headers.allow).toBe('GET, HEAD')
      }
    }
  })

  serviceTest('is 406, 414 and 431 with their codes', async ({ get, given }) => {
    await given(entity())
    expectProblem(await get(byDate('2026-03-01'), { accept: 'image/png' }), 'not-acceptable')
    expectProblem(await get(byDate('2026-03-01', '2026-03-01', `?external_id=${'x'.repeat(9000)}`)), 'uri-too-long')
    expectProblem(await get(byToken('x'.repeat(8190))), 'uri-too-long')
    expectProblem(await get(`/%zz`), 'invalid-request')
  })

  serviceTest('is 413, 415 and 422 for an unacceptable body', async ({ app, given, token }) => {
    await given(entity())
    const post = (type: string, payload: string | Buffer, url = '/v1/notifications/clinica-lisboa') =>
      app.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        payload,
      })
    expectProblem(await post('application/x-canary', 'x'), 'unsupported-media-type')
    const large = `"${'x'.repeat(2 * 1024 * 1024)}"`
    const withdraw = '/v1/notifications/clinica-lisboa/none/cancellation'
    expectProblem(await post('application/json', large, withdraw), 'body-too-large')
    expectProblem(await post('application/json', large), 'body-too-large')
    const broken = expectProblem(await post('application/json', '{"canary"'), 'invalid-request')
    expect(broken.errors).toEqual([{ parameter: 'body', reason: 'not-json' }])
    const latin1 = Buffer.from('{"canary":"João"}', 'latin1')
    const foreign = expectProblem(await post('application/json', latin1), 'invalid-request')
    expect(foreign.errors).toEqual([{ parameter: 'body', reason: 'not-utf-8' }])
    expect(foreign.detail).toContain('UTF-8')
    const { errors } = expectProblem(await post('application/json', '{"canary":[]}'), 'invalid-body')
    expect(errors).toContainEqual({ parameter: '/category', reason: 'is missing' })
    expectProblem(await post('application/json', ''), 'invalid-body')
  })

  serviceTest(
    'is 500 for a bug, and the log has a line with the request id',
    async ({ given, get, logged, database }) => {
      await given(...history())
      await database.schema.alterTable('checkin_tokens').renameTo('canary_tokens').execute()
      const response = await get(byToken('7F3K9QXW2MZT4B8NDR6VHJ5CPE'))
      const { instance } = expectProblem(response, 'internal')
      expect(response.body).not.toMatch(/canary|checkin_tokens|\.ts/)
      const lines = logged.map((line) => JSON.parse(line)).filter(({ reqId }) => instance.endsWith(reqId))
      expect(lines[0].err.message).toContain('checkin_tokens')
    },
  )

  eachEngine('is 503 with Retry-After when the database is not reachable', async ({ given, get, database }) => {
    await given(...history())
    database.engine.close()
    for (const url of [byDate('2026-03-29'), byToken('x'), '/readyz']) {
      const response = await get(url)
      expectProblem(response, 'database-unavailable')
      expect(response.headers['retry-after']).toBe('1')
    }
    expect((await get('/livez')).statusCode).toBe(200)
  })
})

describe('a malformed HTTP request', () => {
  async function raw(origin: string, request: string) {
    const { port } = new URL(origin)
    const text = await new Promise<string>((resolve, reject) => {
      let response = ''
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(request))
      socket
        .on('data', (data) => (response += data))
        .on('end', () => resolve(response))
        .on('error', reject)
    })
    const [head, body] = text.split('\r\n\r\n') as [string, string]
    const [line, ...fields] = head.split('\r\n')
    const headers = Object.fromEntries(
      fields.map((field) => [field.split(': ')[0]!.toLowerCase(), field.split(': ')[1]]),
    )
    return { statusCode: Number(line!.split(' ')[1]), headers, body }
  }

  serviceTest('gets a problem that repeats nothing of it', async ({ listen }) => {
    const origin = await listen()
    for (const [what, code, request] of [
      ['no HTTP at all', 'invalid-request', 'canary\r\n\r\n'],
      ['a line break in a header', 'invalid-request', 'GET / HTTP/1.1\r\nHost: x\r\ncan\nary: 1\r\n\r\n'],
      [
        'two lengths',
        'invalid-request',
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      ],
      [
        'a length and chunks',
        'invalid-request',
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      ['no host', 'invalid-request', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n'],
      ['two hosts', 'invalid-request', 'GET /livez HTTP/1.1\r\nHost: x\r\nhOST: x\r\nConnection: close\r\n\r\n'],
      ['huge headers', 'headers-too-large', `GET / HTTP/1.1\r\nHost: x\r\ncanary: ${'x'.repeat(20_000)}\r\n\r\n`],
      ['a huge address', 'uri-too-long', `GET /${'canary'.repeat(4000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ] as const) {
      const response = await raw(origin, request)
      expectProblem(response, code)
      expect([what, response.body]).toEqual([what, expect.not.stringContaining('canary')])
    }
  })
})

test('a request with a slow body gets 408, once', async () => {
  const rollcall = await bootRollcall()
  await rollcall.given(entity())
  Object.assign(rollcall.app.server, { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 50 })
  const { port } = new URL(await rollcall.listen())
  const head = `POST /v1/notifications/clinica-lisboa HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rollcall.token}\r\n`
  const response = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"`),
    )
    socket.on('data', (data) => (text += data)).on('close', () => resolve(text))
  })
  expect(response).toMatch(/^HTTP\/1\.1 408 /)
  expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(JSON.parse(response.split('\r\n\r\n')[1]!).code).toBe('request-timeout')
})

test('a request that does not arrive gets 408 within 31 s', async () => {
  const { app } = await bootRollcall()
  const { connectionsCheckingInterval } = app.server as unknown as { connectionsCheckingInterval: number }
  const { headersTimeout, requestTimeout } = app.server
  expect(Math.max(headersTimeout, requestTimeout) + connectionsCheckingInterval).toBeLessThanOrEqual(31_000)
})

test('an expectation that Node does not know is ignored', async () => {
  const rollcall = await bootRollcall()
  const { port } = new URL(await rollcall.listen())
  const response = await new Promise<string>((resolve) => {
    let text = ''
    const request = 'GET /livez HTTP/1.1\r\nHost: x\r\nExpect: canary\r\nConnection: close\r\n\r\n'
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request))
    socket.on('data', (data) => (text += data)).on('end', () => resolve(text))
  })
  expect(response).toMatch(/^HTTP\/1\.1 200 /)
  expect(response.toLowerCase()).toContain('request-id: ')
})

describe('a secret', () => {
  serviceTest('appears in no log line, metric, header or problem', async (rollcall) => {
    const { get, given, logged, app, token } = rollcall
    const contact = { external_id: 'canary-contact', name: 'canary-name' }
    await given(entity(), notification({ contact }))
    const url = await rollcall.listen()
    const responses: string[] = []
    for (const path of [
      byToken('canary-token'),
      byDate('2026-03-29', 'canary-date'),
      byDate('2026-03-29', '2026-03-29', '?canary=canary'),
      byDate('2026-03-29', '2026-03-29', '?external_id=canary-uid'),
      '/canary-path?canary',
      '/problems/canary-code',
      '/docs/canary',
    ]) {
      const { body, headers } = await get(path, { 'x-canary': 'canary', cookie: 'canary' })
      responses.push(body, JSON.stringify(headers))
      await fetch(url + path, { method: 'POST', body: 'canary', headers: { 'user-agent': 'canary' } })
    }
    const { body: metrics } = await app.inject('/metrics')
    const texts = [...logged, ...responses, metrics].join('\n')
    expect(texts).toContain('/v1/checkin/bytoken/:entity_id/:token')
    expect(texts).not.toContain('canary')
    expect(texts).not.toContain(token)
  })
})

describe('the page behind a problem', () => {
  test('exists for every code, states the remedy, and loads nothing', async () => {
    const { app } = await bootRollcall()
    for (const [code, { title, status }] of Object.entries(problemKinds)) {
      const { statusCode, headers, body } = await app.inject(`/problems/${code}`)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(body).toContain(`<h1>${title}</h1>`)
      expect(body).toContain(String(status))
    }
    expect((await app.inject('/problems/constructor')).statusCode).toBe(404)
  })

  test('is linked from the list of all problems', async () => {
    const { app } = await bootRollcall()
    const { headers, body } = await app.inject('/problems')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    const links = [...body.matchAll(/href="\.\/problems\/([^"]+)"/g)].map(([, code]) => code)
    expect(links.toSorted()).toEqual(Object.keys(problemKinds).toSorted())
  })
})
