import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { credentialsInForce } from '../access/credential.ts'
import type { Database } from '../database/database.ts'
import { maxLiveStreams, maxLiveStreamsPerCredential } from '../http/limits.ts'
import { boundedStreams } from '../http/streaming.ts'
import type { Clock } from '../instant.ts'

const tickMs = 1_000
// A stream gets a heartbeat every 15 s. Each second, a fifteenth of the streams do.
const ticksPerHeartbeat = 15
const ticksPerCheck = 2
const heartbeat = ': still here\n\n'

interface LiveStream {
  raw: ServerResponse
  credentialId: string
  end(): void
}

/** The live streams of this process. They share one timer for heartbeats, and one statement for revocations. */
export function liveStreams(app: Pick<FastifyInstance, 'addHook'>, database: Database, clock: Clock) {
  const streams = boundedStreams(maxLiveStreams, maxLiveStreamsPerCredential)
  const slots = Array.from({ length: ticksPerHeartbeat }, () => new Set<LiveStream>())
  let ticks = 0
  const timer = setInterval(() => {
    ticks++
    for (const { raw } of slots[ticks % slots.length]!) sendHeartbeat(raw)
    // While the database is unavailable, the streams stay open.
    if (ticks % ticksPerCheck === 0) endRevoked(database, clock, slots).catch(() => {})
  }, tickMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  return {
    /** Sends the events, and a comment every 15 s, which keeps proxies from closing an idle connection. Calls `end` when
     *  the credential is revoked or expires.
     *  @throws Problem overloaded */
    send(reply: FastifyReply, events: AsyncGenerator<Uint8Array>, end: () => void) {
      const { raw, request } = reply
      streams.send(reply, events, 'identity')
      // The client may have disconnected during the first read.
      if (raw.destroyed) return reply
      const stream = { raw, credentialId: request.credentialId, end }
      const slot = slots.reduce((smallest, other) => (other.size < smallest.size ? other : smallest))
      slot.add(stream)
      raw.once('close', () => slot.delete(stream))
      return reply
    },
  }
}

/** A stalled reader still has the previous bytes to read. */
function sendHeartbeat(raw: ServerResponse) {
  if (raw.writableLength === 0 && !raw.writableEnded) raw.write(heartbeat)
}

async function endRevoked(database: Database, clock: Clock, slots: Set<LiveStream>[]) {
  const open = slots.flatMap((slot) => [...slot])
  if (open.length === 0) return
  const byCredential = Map.groupBy(open, ({ credentialId }) => credentialId)
  const inForce = await credentialsInForce(database, clock, [...byCredential.keys()])
  for (const [credentialId, streams] of byCredential) {
    if (!inForce.has(credentialId)) for (const { end } of streams) end()
  }
}
