import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, problemOfStatus } from '../errors/errors.ts'
import type { ProblemCode } from '../errors/problem-kinds.ts'
import type { AddressBudgets } from './address-budgets.ts'
import { ConnectionLost } from './connection-lost.ts'
import { maxUriLength } from './limits.ts'
import { isForBrowser, sendNotFoundPage } from './not-found-page.ts'
import { sendsFile } from './uploads.ts'

// A named import would run the getters of node:http, which load an HTTP client.
const { METHODS, STATUS_CODES } = process.getBuiltinModule('node:http')

const mediaType = 'application/problem+json'

/** Sends every error response as RFC 9457 problem details.
 *  @param errorOf replaces an error */
export function problems(app: FastifyInstance, origin: () => string, errorOf: AddressBudgets['errorOf']) {
  const patterns: { method: string; pattern: URLPattern }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) patterns.push({ method: one, pattern: new URLPattern({ pathname: url }) })
  })

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(commonHeaders(request.id))
    if (request.raw.url!.length > maxUriLength) return done(new Problem('uri-too-long'))
    if (!hasOneHost(request.raw)) return done(new Problem('invalid-request'))
    done(request.is404 ? noRoute(request) : undefined)
  })
  // Node would reject an unknown expectation with its own response. RFC 9110, section 10.1.1, lets a server ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setNotFoundHandler((request) => {
    throw noRoute(request)
  })
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendProblem(errorOf(error, request), request, reply, origin),
  )

  function noRoute(request: FastifyRequest) {
    const pathname = request.url.split('?', 1)[0]!
    const allowed = patterns.filter(({ pattern }) => pattern.test({ pathname })).map(({ method }) => method)
    if (allowed.length === 0 || allowed.includes(request.method)) return new Problem('not-found')
    return new Problem('method-not-allowed', {}, { Allow: [...new Set(allowed)].sort().join(', ') })
  }
}

/** Sends the problem for an error. An unexpected error is `internal`, and is logged. */
export function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply, origin: () => string) {
  const problem = toProblem(error)
  // Overload is not a bug: a stack trace would not help.
  if (problem.code === 'overloaded') request.log.warn({ reqId: request.id }, problem.message)
  else if (problem.status >= 500 && !isOfLostClient(error, reply))
    request.log.error({ reqId: request.id, err: problem.cause ?? error }, problem.message)
  // The route may have set headers of the response that failed.
  for (const name of ['content-encoding', 'etag', 'link']) reply.removeHeader(name)
  if (problem.code === 'not-found' && request.is404 && isForBrowser(request)) return sendNotFoundPage(request, reply)
  return reply
    .code(problem.status)
    .headers({ ...commonHeaders(request.id), ...problem.headers })
    .type(mediaType)
    .send(JSON.stringify(problem.details(origin(), request.id)))
}

/** Whether the client disconnected before the list or the file that it requested was read. */
const isOfLostClient = (error: FastifyError, { raw }: FastifyReply) =>
  raw.destroyed && (error instanceof ConnectionLost || error.code === 'ERR_STREAM_PREMATURE_CLOSE')

/** The headers of every response. */
export const commonHeaders = (requestId: string) => ({
  'Request-Id': requestId,
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
})

function toProblem(error: FastifyError): Problem {
  if (error instanceof Problem) return error
  return (
    (error.statusCode && error.statusCode < 500 && problemOfStatus(error.statusCode)) ||
    new Problem('internal', {}, {}, error)
  )
}

/** RFC 9112, section 3.2. Node joins or drops repeated headers: only the raw headers contain all of them. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') count++
  }
  return count === 1 || (count === 0 && httpVersion !== '1.1')
}

const requestTimeout = 'ERR_HTTP_REQUEST_TIMEOUT'

interface BrokenRequest {
  code: string
  // Fastify declares the return type of Buffer.toJSON. The value is the Buffer itself.
  rawPacket?: unknown
}

/** Responds to a request that Node could not parse. Only the socket exists, without a request or a reply. */
export function respondToBrokenRequest(error: BrokenRequest, socket: Socket, origin: () => string) {
  if (error.code === requestTimeout && sendsFile(socket)) return
  // After the headers of a response, the client would read this one as its body. Node's own handler has the same check.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (!socket.writable || response?.headersSent || error.code === 'ECONNRESET') return socket.destroy()
  const problem = new Problem(codeOfBrokenRequest(error))
  const requestId = randomUUID()
  const body = JSON.stringify(problem.details(origin(), requestId))
  const headers = {
    ...commonHeaders(requestId),
    ...problem.headers,
    'Content-Type': mediaType,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head.join('')}\r\n${body}`)
  // A client that keeps sending would keep its part of the memory for bodies.
  if (problem.code === 'request-timeout') socket.destroySoon()
}

function codeOfBrokenRequest({ code, rawPacket }: BrokenRequest): ProblemCode {
  if (code === requestTimeout) return 'request-timeout'
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'body-too-large'
  if (code !== 'HPE_HEADER_OVERFLOW') return 'invalid-request'
  const line = Buffer.from((rawPacket as Buffer | undefined) ?? [])
    .toString('latin1')
    .split('\r\n', 1)[0]!
  return METHODS.some((method) => line.startsWith(`${method} `)) && line.length > maxUriLength
    ? 'uri-too-long'
    : 'headers-too-large'
}
