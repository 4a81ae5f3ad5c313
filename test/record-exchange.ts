import { appendFileSync } from 'node:fs'
import type { LightMyRequestResponse } from 'fastify'

/** A request as a test injects it. */
export interface InjectedRequest {
  url: string
  method?: string
  headers?: Record<string, string>
  payload?: unknown
}

const file = process.env.EXCHANGES
const maxOfOneKind = 20
const maxBytes = 100_000
const counts = new Map<string, number>()

/** Appends the request and its response to the file that `EXCHANGES` names, for checks/prism.ts: the first 20 in each
 *  process with this name. */
export function recordExchange(name: string, request: InjectedRequest, response: LightMyRequestResponse, text: string) {
  const count = (counts.get(name) ?? 0) + 1
  if (!file || count > maxOfOneKind || text.length > maxBytes || request.method === 'HEAD') return
  counts.set(name, count)
  const body = bodyOf(request, response)
  const exchange = { request: { ...requestOf(request), ...body }, response: responseOf(response, text) }
  appendFileSync(file, `${JSON.stringify(exchange)}\n`)
}

/** A rejected request may have a body that is not JSON. */
function bodyOf({ payload = '', headers }: InjectedRequest, { statusCode }: LightMyRequestResponse) {
  if (statusCode >= 400 || payload === '') return {}
  if (!isText(payload)) return { body: payload }
  const isFile = headers?.['content-type'] === 'text/csv'
  return { body: isFile ? String(payload) : JSON.parse(String(payload).replace(/^\ufeff/, '')) }
}

const isText = (payload: unknown) => typeof payload === 'string' || payload instanceof Uint8Array

function requestOf({ url, method = 'GET', headers, payload }: InjectedRequest) {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const names = [...new Set(searchParams.keys())]
  const query = Object.fromEntries(names.map((name) => [name, alone(searchParams.getAll(name))]))
  const type = payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': '1' }
  return {
    method: method.toLowerCase(),
    url: { path: pathname, query },
    headers: { ...type, ...headers },
  }
}

function responseOf({ statusCode, headers }: LightMyRequestResponse, text: string) {
  const isJson = /[/+]json/.test(String(headers['content-type']))
  return { statusCode, headers, body: isJson ? JSON.parse(text) : text }
}

const alone = (values: string[]) => (values.length === 1 ? values[0]! : values)
