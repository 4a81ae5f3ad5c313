import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { history } from '../../../test/history.ts'
import { bootRollcall } from '../../../test/rollcall.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  schema: { type?: string; maximum?: number; items?: { enum?: string[] } }
}

/** A GET operation of the reference with query parameters, and a valid address of it without a query. */
interface Route {
  path: string
  parameters: Parameter[]
}

const pathValues: Record<string, string> = {
  entity_id: 'clinica-lisboa',
  start_date: '2026-03-29',
  end_date: '2026-03-30',
  sequence: '0',
  task_id: 't-1',
  notification_id: 'n-1',
  token: '7F3K9QXW2MZT4B8NDR6VHJ5CPE',
  category: 'medical',
  target: 'appointment',
  language: 'pt',
  channel: 'mobile',
  kind: 'notice',
}

const notIntegers = [
  ...['Infinity', '-Infinity', '+Infinity', 'NaN', '1e400', '1e3', '1E3', '0x10', '0b1', '1_000', '5.0', '5.', '.5'],
  ...[' 5', '5 ', '+5', '-5', '-0', '٥', '５', '', 'null', 'true', '[]', '9'.repeat(16), '9'.repeat(400)],
]

const filled = (template: string, over: Record<string, string> = {}) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => over[name] ?? pathValues[name]!)

async function bootWithRoutes() {
  const rollcall = await bootRollcall()
  await rollcall.given(...history())
  const webhook = await rollcall.post('/v1/webhooks/clinica-lisboa', { url: 'https://webhook.invalid/' })
  pathValues.webhook_id = webhook.json().id
  const { paths } = (await rollcall.get('/openapi.json')).json() as {
    paths: Record<string, { get?: { parameters?: Parameter[] } }>
  }
  const routes = Object.entries(paths).flatMap(([template, { get }]): Route[] => {
    const parameters = get?.parameters?.filter((one) => one.in === 'query') ?? []
    const path = filled(template)
    return parameters.length > 0 ? [{ path, parameters }] : []
  })
  return { ...rollcall, routes, templates: Object.keys(paths).filter((template) => paths[template]!.get) }
}

/** The path with the query parameters that its route requires. */
const complete = (path: string) =>
  path === '/v1/notifications/clinica-lisboa' ? `${path}?external_id=A-1&` : `${path}?`

test('days that do not exist or are in the wrong order are rejected, on every route', async () => {
  const { get, templates } = await bootWithRoutes()
  const ofDays = templates.filter((template) => template.includes('{start_date}'))
  expect(ofDays.length).toBeGreaterThanOrEqual(7)
  const codeFor = async (template: string, start_date: string, end_date: string) =>
    (await get(complete(filled(template, { start_date, end_date })))).json().code
  for (const template of ofDays) {
    expect([template, await codeFor(template, '2026-02-30', '2026-03-01')]).toEqual([template, 'invalid-date'])
    expect([template, await codeFor(template, '2026-03-30', 'today')]).toEqual([template, 'invalid-date'])
    expect([template, await codeFor(template, '2026-03-30', '2026-03-29')]).toEqual([template, 'reversed-range'])
  }
})

describe('a query parameter', () => {
  test('of type integer accepts only digits, on every route', async () => {
    const { get, routes } = await bootWithRoutes()
    const integers = routes.flatMap(({ path, parameters }) =>
      parameters
        .filter(({ schema }) => schema.type === 'integer')
        .map((parameter) => ({ path: complete(path), ...parameter })),
    )
    expect(integers.length).toBeGreaterThanOrEqual(7)
    for (const { path, name, schema } of integers) {
      for (const text of notIntegers) {
        const response = await get(`${path}${name}=${encodeURIComponent(text)}`)
        expect({ path, text, errors: response.json().errors }).toEqual({
          path,
          text,
          errors: [{ parameter: name, reason: 'format' }],
        })
      }
      const tooLarge = await get(`${path}${name}=${schema.maximum! + 1}`)
      expect({ path, errors: tooLarge.json().errors }).toEqual({
        path,
        errors: [{ parameter: name, reason: 'malformed' }],
      })
      expect({ path, status: (await get(`${path}${name}=${schema.maximum}`)).statusCode }).toEqual({
        path,
        status: 200,
      })
    }
  })

  test('with a fixed set of values lists them when the value is not in the set, on every route', async () => {
    const { get, routes } = await bootWithRoutes()
    const choices = routes.flatMap(({ path, parameters }) =>
      parameters.flatMap(({ name, schema }) =>
        schema.items?.enum ? [{ url: `${complete(path)}${name}=other`, name, values: schema.items.enum }] : [],
      ),
    )
    expect(new Set(choices.map(({ name }) => name))).toEqual(new Set(['action', 'delivery', 'kind', 'state']))
    for (const { url, name, values } of choices) {
      const { code, errors } = (await get(url)).json()
      const expected = [{ parameter: name, reason: `must be one of ${values.join(', ')}` }]
      expect({ url, code, errors }).toEqual({ url, code: 'invalid-parameter', errors: expected })
    }
  })

  test('that the route does not know, or that is no cursor, is rejected, on every route', async () => {
    const { get, routes, templates } = await bootWithRoutes()
    const faultsOf = async (url: string) => [url, (await get(url)).json().errors]
    for (const template of templates.filter((one) => one.startsWith('/v1/'))) {
      const url = `${complete(filled(template))}canary=1`
      expect(await faultsOf(url)).toEqual([url, [{ parameter: '*', reason: 'unknown' }]])
    }
    const paged = routes.filter(({ parameters }) => parameters.some(({ name }) => name === 'after'))
    expect(paged.length).toBeGreaterThanOrEqual(8)
    for (const { path } of paged) {
      for (const cursor of ['x', '1.2', '%00']) {
        const url = `${complete(path)}after=${cursor}`
        expect(await faultsOf(url)).toEqual([url, [{ parameter: 'after', reason: 'malformed' }]])
      }
    }
  })

  test('never causes a server error, with any content', async () => {
    const { get, routes } = await bootWithRoutes()
    const value = fc.oneof(
      fc.constantFrom(...notIntegers, 'confirm', 'n-1', '0', '1', 'MA', '\0', '__proto__'),
      fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
    )
    const query = fc.constantFrom(...routes).chain(({ path, parameters }) => {
      const name = fc.constantFrom(...parameters.map((one) => one.name), '__proto__', 'constructor', 'x')
      const pairs = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 4 })
      return pairs.map((some) => `${path}?${new URLSearchParams(some.filter(([one]) => one !== 'wait'))}`)
    })
    await fc.assert(
      fc.asyncProperty(query, async (url) => {
        const { statusCode } = await get(url)
        if (statusCode >= 500) throw new Error(`${statusCode} for ${url}`)
      }),
      { numRuns: 200 },
    )
  })
})
