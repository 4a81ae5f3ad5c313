import type { FastifyReply } from 'fastify'
import { liveStreamConcurrency } from '../../platform/http/limits.ts'
import { boundedStreams } from '../../platform/http/streaming.ts'

// Common reverse proxies close an idle connection after 55 to 60 s.
const heartbeatMs = 25_000
const heartbeat = ': still here\n\n'

/** The live streams of this process. */
export function liveStreams() {
  const streams = boundedStreams(liveStreamConcurrency)

  return {
    /** Sends the events, and a comment every 25 s, which keeps proxies from closing an idle connection. Calls `end` when
     *  the credential is revoked or expires.
     *  @throws Problem overloaded */
    send(reply: FastifyReply, events: AsyncGenerator<Uint8Array>, end: () => void) {
      const { raw, request } = reply
      streams.send(reply, events, 'identity')
      // The client may have disconnected during the first read.
      if (raw.destroyed) return reply
      const stopWatch = request.watchCredential(end)
      const timer = setInterval(() => {
        // A stalled reader still has the previous bytes to read.
        if (raw.writableLength === 0 && !raw.writableEnded) raw.write(heartbeat)
      }, heartbeatMs).unref()
      raw.once('close', () => {
        clearInterval(timer)
        stopWatch()
      })
      return reply
    },
  }
}
