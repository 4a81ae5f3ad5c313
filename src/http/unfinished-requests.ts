import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { maxUnfinishedRequests } from './limits.ts'

/** Destroys a connection that pipelines more requests than `maxUnfinishedRequests` without reading the responses. Node
 *  parses 64 KiB of requests at once, and their responses stay in memory: ten connections took 4 GB. Call this before the
 *  server listens. */
export function limitUnfinishedRequests(server: Server, log: FastifyBaseLogger) {
  const unfinished = new WeakMap<Socket, number>()
  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const count = (unfinished.get(socket) ?? 0) + 1
    if (count > maxUnfinishedRequests) {
      log.info(`Closed a connection with more than ${maxUnfinishedRequests} unfinished requests.`)
      return socket.destroy()
    }
    unfinished.set(socket, count)
    response.once('close', () => unfinished.set(socket, unfinished.get(socket)! - 1))
    for (const handle of handlers) handle(request, response)
  })
}
