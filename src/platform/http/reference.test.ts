import { describe, expect, test } from 'vitest'
import { type Document, declaredSuccesses, seen } from '../../../test/declared-responses.ts'
import { beforeOperations, requestEachOperation } from '../../../test/each-operation.ts'
import { bootRollcall, serviceTest } from '../../../test/rollcall.ts'

describe('the OpenAPI text', () => {
  test('describes both queries by the schemas that check their parameters', async () => {
    const { app } = await bootRollcall()
    const text = (await app.inject('/openapi.json')).json()
    expect(text.openapi).toBe('3.1.0')
    const list = text.paths['/v1/metrics/notifications/actions/{entity_id}/bydate/{start_date}/{end_date}'].get
    const { schemas, parameters } = text.components
    const nameOf = ({ name, $ref }: { name?: string; $ref?: string }) =>
      name ?? parameters[$ref!.split('/').at(-1)!].name
    expect(list.parameters.map(nameOf)).toEqual([
      ...['action', 'channel', 'category', 'target', 'task_id', 'notification_id', 'external_id', 'limit', 'after'],
      ...['entity_id', 'start_date', 'end_date', 'If-None-Match'],
    ])
    expect(Object.keys(list.responses)).toEqual([
      ...['200', '304', '400', '401', '403', '404', '406', '408', '414', '429', '431', '500', '503'],
    ])
    expect(Object.keys(list.responses[200].content)).toEqual(['application/json', 'application/x-ndjson', 'text/csv'])
    const { 'application/json': records, ...texts } = list.responses[200].content
    expect(records.schema).toEqual({ type: 'array', items: { $ref: '#/components/schemas/ActionRecord' } })
    for (const { schema } of Object.values<{ schema: object }>(texts)) expect(schema).toMatchObject({ type: 'string' })
    expect(Object.keys(schemas.ActionRecord.properties)).toEqual([
      ...['action', 'date', 'task_id', 'notification_id', 'entity_id', 'external_id'],
      ...['category', 'target', 'channel', 'uid', 'contact', 'params'],
    ])
    const checkin = text.paths['/v1/checkin/bytoken/{entity_id}/{token}'].get
    expect(checkin.security).toEqual([{ accessToken: [] }, { session: [] }])
    expect(Object.keys(checkin.responses)).toContain('410')
  })

  test('requires a body only where the service does', async () => {
    const { app } = await bootRollcall()
    const { paths } = (await app.inject('/openapi.json')).json()
    const arrival = '/v1/notifications/{entity_id}/{notification_id}/arrival'
    expect(paths[arrival].post.requestBody.required).toBe(false)
    expect(paths[`${arrival}/annulment`].post.requestBody.required).toBe(true)
  })

  test('has patterns that mean the same to validators without the flag u', async () => {
    const { app } = await bootRollcall()
    const { body } = await app.inject('/openapi.json')
    const patterns = [...body.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text!) as string)
    expect(patterns.length).toBeGreaterThan(40)
    expect(patterns.filter((pattern) => /\\[pPu]\{/.test(pattern))).toEqual([])
    const [oneLine] = patterns.filter((pattern) => pattern.includes('u009f'))
    expect('Cardiology, 2.º').toMatch(new RegExp(oneLine!))
    expect('two\u0085lines').not.toMatch(new RegExp(oneLine!))
  })
})

serviceTest('each operation returns each of its declared successes', async (rollcall) => {
  const document: Document = (await rollcall.app.inject('/openapi.json')).json()
  seen.clear()
  await rollcall.given(...beforeOperations)
  await requestEachOperation(rollcall, document.components.schemas.Submission!.examples!)

  // A stream of events has no end that an injected request could wait for.
  const expected = declaredSuccesses(document).filter((name) => !name.endsWith('text/event-stream'))
  expect([...seen].sort()).toEqual(expected.sort())
})

describe('the reference page', () => {
  test('loads files only from the service', async () => {
    const { app } = await bootRollcall()
    expect((await app.inject('/docs')).headers.location).toBe('./docs/')
    const html = await app.inject('/docs/')
    expect(html.statusCode).toBe(200)
    const policy = String(html.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|\*/)
    const loaded = [...html.body.matchAll(/(?:src|href)="(\.[^"]+)"/g)].map(([, address]) => address!)
    expect(loaded.length).toBeGreaterThan(2)
    expect(html.body).toContain('<title>API reference · Rollcall</title>')
    expect(loaded.filter((address) => address.includes('icon'))).toEqual([expect.stringContaining('/theme/icon.svg')])
    for (const address of loaded) {
      expect(address).toMatch(/^\.?\/(?!\/)/)
      const asset = await app.inject(new URL(address, 'http://x/docs/').pathname)
      expect(asset.statusCode).toBe(200)
      expect(asset.headers['cache-control']).toBe('private, no-store')
    }
  })
})

test('health and metrics need no credential', async () => {
  const { app } = await bootRollcall()
  for (const url of ['/livez', '/readyz', '/metrics']) expect((await app.inject(url)).statusCode).toBe(200)
  const { body } = await app.inject('/metrics')
  expect(body).toContain('rollcall_http_request_duration_seconds_count{method="GET",route="/livez",status="200"} 1')
  expect(body).toContain('rollcall_database_wait_seconds_count{kind="read"}')
  expect(body).toContain('rollcall_rows_streamed_total 0')
})

test('the metrics have one label for all methods that the service does not support', async () => {
  const { app } = await bootRollcall()
  for (const method of ['PROPFIND', 'PURGE', 'SEARCH']) {
    expect((await app.inject({ url: '/x', method: method as 'GET' })).statusCode).toBe(404)
  }
  const { body } = await app.inject('/metrics')
  expect(body).toContain('rollcall_http_request_duration_seconds_count{method="other",route="none",status="404"} 3')
  expect(body).not.toContain('PURGE')
})

test('the metrics do not grow with the paths that clients invent', async () => {
  const { app } = await bootRollcall()
  const labels = async (name: string) => {
    const paths = [
      `/${name}`,
      `/${name}/%2e%2e/x`,
      `//${name}`,
      `/%${name}`,
      `/assets/${name}.js`,
      `/docs/static/${name}`,
    ]
    const parameters = [
      `/a/${name}`,
      `/problems/${name}`,
      `/v1/notifications/${name}`,
      `/v1/tasks/${name}/x`,
      `/livez?${name}`,
    ]
    for (const url of [...paths, ...parameters]) await app.inject({ url })
    const { body } = await app.inject('/metrics')
    return body.split('\n').filter((line) => line.startsWith('rollcall_http_request_duration_seconds_count'))
  }
  await labels('odd-1')
  const [second, third] = [await labels('odd-2'), await labels('odd-3')]
  expect(third.length).toBe(second.length)
  expect(third.join()).not.toMatch(/odd/)
})
