import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FairQueue, Turn } from '../scheduling/fair-queue.ts'
import { ConnectionLost } from './connection-lost.ts'

/** Returns the function that runs tasks in turns of the request's entity and credential. It rejects further tasks once the
 *  client has disconnected: a search without matches writes nothing, so only this stops it.
 *  @throws ConnectionLost */
export function turnOf(reads: FairQueue, request: FastifyRequest, { raw }: FastifyReply): Turn {
  const turn = reads.of(request)
  return (task) =>
    turn(async () => {
      if (raw.destroyed) throw new ConnectionLost()
      return task()
    })
}
