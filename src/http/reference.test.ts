import { describe, expect, test } from 'vitest'
import { bootRollcall } from '../../test/rollcall.ts'

describe('the OpenAPI text', () => {
  test('describes both queries from the schemas that they check with', async () => {
    const { app } = await bootRollcall()
    const text = (await app.inject('/openapi.json')).json()
    expect(text.openapi).toBe('3.1.0')
    const list = text.paths['/v1/metrics/notifications/actions/{entity_id}/bydate/{start_date}/{end_date}'].get
    expect(list.parameters.map((parameter: { name: string }) => parameter.name)).toEqual([
      ...['action', 'channel', 'category', 'target', 'task_id', 'notification_id', 'external_id', 'limit', 'after'],
      ...['entity_id', 'start_date', 'end_date'],
    ])
    expect(Object.keys(list.responses)).toEqual(['200', '304', '400', '401', '403', '404', '406', '429', '500', '503'])
    expect(Object.keys(list.responses[200].content)).toEqual(['application/json', 'application/x-ndjson', 'text/csv'])
    expect(Object.keys(list.responses[200].content['application/json'].schema.items.properties)).toEqual([
      ...['action', 'date', 'task_id', 'notification_id', 'entity_id', 'external_id'],
      ...['category', 'target', 'channel', 'uid', 'contact', 'params'],
    ])
    const checkin = text.paths['/v1/checkin/bytoken/{entity_id}/{token}'].get
    expect(checkin.security).toEqual([{ accessToken: [] }])
    expect(Object.keys(checkin.responses)).toContain('410')
  })
})

describe('the reference page', () => {
  test('loads what it needs from the service alone', async () => {
    const { app } = await bootRollcall()
    const page = await app.inject('/docs')
    const html = page.statusCode === 302 ? await app.inject(String(page.headers.location)) : page
    expect(html.statusCode).toBe(200)
    const policy = String(html.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|\*/)
    const loaded = [...html.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
    expect(loaded.length).toBeGreaterThan(2)
    for (const address of loaded) {
      expect(address).toMatch(/^\.?\/(?!\/)/)
      const asset = await app.inject(new URL(address, 'http://x/docs').pathname)
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
