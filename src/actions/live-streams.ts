import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { maxLiveStreams, maxLiveStreamsPerCredential } from '../http/limits.ts'
import { boundedStreams } from '../http/streaming.ts'

const tickMs = 1_000
// A stream gets a heartbeat every 25 s. Each second, one in 25 streams does. Common reverse proxies close an idle
// connection after 55 to 60 s.
const ticksPerHeartbeat = 25
const heartbeat = ': still here\n\n'

/** The live streams of this process. They share one timer for heartbeats. */
export function liveStreams(app: Pick<FastifyInstance, 'addHook'>) {
  const streams = boundedStreams(maxLiveStreams, maxLiveStreamsPerCredential)
  const slots = Array.from({ length: ticksPerHeartbeat }, () => new Set<ServerResponse>())
  let ticks = 0
  const timer = setInterval(() => {
    ticks++
    for (const raw of slots[ticks % slots.length]!) sendHeartbeat(raw)
  }, tickMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))

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
      const slot = slots.reduce((smallest, other) => (other.size < smallest.size ? other : smallest))
      slot.add(raw)
      raw.once('close', () => {
        slot.delete(raw)
        stopWatch()
      })
      return reply
    },
  }
}

/** A stalled reader still has the previous bytes to read. */
function sendHeartbeat(raw: ServerResponse) {
  if (raw.writableLength === 0 && !raw.writableEnded) raw.write(heartbeat)
}
