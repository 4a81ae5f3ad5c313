import { createHmac } from 'node:crypto'
import { Problem } from '../platform/errors/errors.ts'
import type { AddressBudgets } from '../platform/http/address-budgets.ts'
import type { Feature } from '../platform/http/feature.ts'
import { maxPublicBodyBytes } from '../platform/http/limits.ts'
import { declareRoutesPublic } from '../platform/http/public-routes.ts'
import { decodeUtf8 } from '../platform/http/utf8.ts'

type App = Parameters<Feature>[0]

/** Registers the routes that a provider calls. Their bodies are Buffers: a route verifies the signature before it parses. A route
 *  whose provider sends more than `maxPublicBodyBytes` declares its `bodyLimit`.
 *  @param signature the header with the signature. The service refuses a request without it before it reads the body */
export function signedCallbacks(
  app: App,
  addressBudgets: AddressBudgets,
  signature: string,
  register: (callbacks: App) => void,
) {
  app.register(async (callbacks) => {
    declareRoutesPublic(callbacks, { budget: 'callbacks', personal: 'contact' })
    callbacks.removeAllContentTypeParsers()
    callbacks.addHook('onRequest', async (request) => {
      const { method, headers } = request
      if (method !== 'POST') return
      if (headers[signature] === undefined) throw new Problem('unverified-callback')
      // The address may also be the provider's, if TRUST_PROXY lacks the proxy: its small callbacks are still read and verified.
      const isLarge = !(Number(headers['content-length']) <= maxPublicBodyBytes)
      if (isLarge) addressBudgets.requireFewMisses(request)
    })
    callbacks.addHook('onError', (request, _reply, error, done) => {
      if (error instanceof Problem && error.code === 'unverified-callback')
        request.log.warn({ route: request.routeOptions.url }, 'Refused a callback without a valid signature')
      done()
    })
    callbacks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    register(callbacks)
  })
}

/** Returns the body of a callback as it arrived. */
export const rawBody = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** Parses the body of a verified callback.
 *  @throws Problem invalid-request */
export function signedJson(body: unknown): unknown {
  const text = decodeUtf8(rawBody(body))
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('invalid-request', { errors: [{ parameter: 'body', reason: 'not-json' }] })
  }
}

/** Signs a text as providers do. */
export const hmac = (algorithm: 'sha1' | 'sha256', key: string, signed: string | Buffer) =>
  createHmac(algorithm, key).update(signed)
