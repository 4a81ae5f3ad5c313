import type { Server } from 'node:http'
import type { FastifyHttpOptions } from 'fastify'

/** In bytes. Ten check-in tokens of 256 characters fit, all of them percent-encoded. */
export const maxUriLength = 8 * 1024

/** Limits against slowloris attacks, huge bodies and stalled readers. */
export const serverLimits = {
  bodyLimit: 2 * 1024 * 1024,
  // Until the whole request has arrived. Its headers have a shorter timeout, in `http`.
  requestTimeout: 30_000,
  // Without traffic on the connection, for example when a reader stalls.
  connectionTimeout: 120_000,
  // Longer than the 60 s after which common reverse proxies close an idle connection.
  keepAliveTimeout: 65_000,
  // Node would reject a request without a host with a response of its own. `problems` sends problem details instead.
  // A request without a body gets no open stream for it.
  http: {
    maxHeaderSize: 16 * 1024,
    headersTimeout: 15_000,
    // Node compares both timeouts with the clock this often. By default it does so every 30 s.
    connectionsCheckingInterval: 1_000,
    requireHostHeader: false,
    optimizeEmptyRequests: true,
  },
  routerOptions: { maxParamLength: maxUriLength },
} satisfies FastifyHttpOptions<Server>

/** The maximum body of a request without a credential, unless its route declares another limit. */
export const maxPublicBodyBytes = 16 * 1024

/** After an early response, the service reads the rest of a body up to this size and time. Then it closes the connection. */
export const maxDiscarded = { bytes: 16 * 1024 * 1024, ms: 10_000 }

/** The service reads one body above this size at a time for each entity. */
export const largeBodyBytes = 64 * 1024

/** 10,000 long polls and 10,000 live streams of the feed, and the other requests. */
export const maxConnections = 24_576

/** Requests on one connection whose responses the client has not read. Browsers and HTTP libraries send one at a time. */
export const maxUnfinishedRequests = 32

/** Concurrent lists longer than a chunk. Each of them holds about one chunk in memory, and the buffers of its socket. */
export const longListConcurrency = { total: 256, perEntity: 64, perCredential: 64 }

/** Concurrent live streams of actions. Each of them holds almost no memory. A hospital has a hundred desks. */
export const liveStreamConcurrency = { total: 10_240, perEntity: 2_560, perCredential: 32 }

/** A client must read each chunk of a stream within this time. A chunk of a list has about 150 kB: at least 5 kB/s. */
export const chunkTimeoutMs = 30_000

/** Concurrent files that clients send. The service reads each of them while it arrives. */
export const uploadConcurrency = { total: 8, perEntity: 4, perCredential: 2 }
/** An upload that brings less in this time of waiting is cut: 256 bytes a second. */
export const slowUpload = { waitedMs: 60_000, bytes: 15_360 }
