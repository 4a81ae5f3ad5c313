import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'

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

export const mostConnections = 4_096

/** Lists longer than a chunk that are being read at once: each holds about a chunk and its socket's buffers. */
export const mostStreams = 256

/** Live streams of actions, which hold next to nothing: in all, and for each credential. */
export const mostLiveStreams = 1_024
export const mostLiveStreamsEach = 32
