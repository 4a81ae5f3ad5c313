import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'OPTIONS'
  url: string
  headers: Record<string, string>
  body?: string | Buffer
}

export interface IncomingResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** How a request reaches its server, and what it costs at most. */
export interface Transport {
  /** Resolves the host name. An IP address in the URL needs no lookup. */
  lookup?: LookupFunction
  /** The time from the lookup to the end of the response. */
  timeoutMs: number
  /** The bytes that are read of a response's body. The rest is cut off. */
  maxBytes: number
  /** Whether each request has its own connection. By default, it can use an open one to the same host name. */
  isAlone?: true
  /** Ends the request before its time. */
  signal?: AbortSignal | undefined
}

// A 1xx status does not end a request, so a server could send them without end. Each one costs processor time.
const maxInformational = 16

/** The server received the request, and no response arrived. It may have acted. */
export class NoResponse extends Error {}

/** Sends a request, without following redirects.
 *  @throws NoResponse, or another Error if the server did not receive the request */
export function request(
  { method, url, headers, body = '' }: OutgoingRequest,
  { lookup, timeoutMs, maxBytes, isAlone, signal }: Transport,
): Promise<IncomingResponse> {
  const send = new URL(url).protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    const sent = send(url, {
      method,
      headers: { ...headers, ...(method === 'POST' && { 'Content-Length': Buffer.byteLength(body) }) },
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      ...(lookup && { lookup }),
      ...(isAlone && { agent: false }),
    })
    let isReceived = false
    const fail = (error: Error) => {
      const reason = error.name === 'AbortError' ? `no response within ${timeoutMs / 1_000} s` : error.message
      reject(isReceived ? new NoResponse(reason, { cause: error }) : new Error(reason, { cause: error }))
    }
    sent.on('finish', () => {
      isReceived = true
    })
    sent.on('error', fail)
    let informational = 0
    sent.on('information', () => {
      if (++informational > maxInformational)
        sent.destroy(new Error(`more than ${maxInformational} responses with a status of 1xx`))
    })
    // A promise settles once, so this has no effect after a response.
    sent.on('close', () => fail(new Error('the connection closed without a response')))
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      const end = () => {
        const text = Buffer.concat(chunks).subarray(0, maxBytes).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes < maxBytes) return
        end()
        sent.destroy()
      })
      response.on('error', fail)
      response.on('end', end)
    })
    sent.end(body)
  })
}
