import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'
import type { JsonLimits } from '../read-json.ts'

/** Longest address; a check-in token of 256 characters, all percent-encoded, fits ten times. */
export const longestUri = 8 * 1024

/** How large, how slow and how many requests may be (threats: slowloris, huge bodies, stalled readers). */
export const serverLimits = {
  bodyLimit: 1024 * 1024,
  // Time for a whole request to arrive; headers have their own, shorter, in `http`.
  requestTimeout: 30_000,
  // A connection on which nothing moves, such as that of a reader that stands still.
  connectionTimeout: 120_000,
  // Longer than the 60 s after which the usual reverse proxies let an idle connection go.
  keepAliveTimeout: 65_000,
  // Node would answer a request without a host by itself, and not in our words.
  http: { maxHeaderSize: 16 * 1024, headersTimeout: 15_000, requireHostHeader: false },
  routerOptions: { maxParamLength: longestUri },
} satisfies FastifyHttpOptions<Server>

/** Of a body's JSON. The largest task, of 1,000 notifications with 10 addresses each, has 50,000 values. */
export const jsonLimits: JsonLimits = { depth: 16, values: 100_000, keys: 1_000, keyLength: 64 }

export const maxConnections = 4_096

/** Lists longer than a chunk that are sent at once, in all and to each credential. Each holds about a chunk and the buffers
 *  of its socket. */
export const maxStreams = 256
export const maxStreamsPerCredential = 64

/** Live streams of actions, in all and to each credential. Each holds next to nothing. */
export const maxLiveStreams = 1_024
export const maxLiveStreamsPerCredential = 32

/** A client reads one more piece of a stream, about 150 kB of a list, within this time: at least 5 kB a second. */
export const readPieceWithinMs = 30_000
