import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { maxUnfinishedRequests } from './limits.ts'

/** An open connection of a client. */
interface Connection {
  /** The number of requests whose responses are not sent yet. */
  unfinished: number
  /** When the connection was opened, or its latest response was sent, in milliseconds of `performance.now()`. */
  idleSince: number
}

const connectionsOf = new WeakMap<Server, Map<Socket, Connection>>()

/** Watches the connections of the server. Destroys one that pipelines more requests than `maxUnfinishedRequests` without
 *  reading the responses. Node parses 64 KiB of requests at once, and their responses stay in memory: ten connections took
 *  4 GB. Call this before the server listens. */
export function watchConnections(server: Server, log: FastifyBaseLogger) {
  const connections = new Map<Socket, Connection>()
  connectionsOf.set(server, connections)
  server.on('connection', (socket) => {
    connections.set(socket, { unfinished: 0, idleSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  const handlers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const connection = connections.get(socket)
    if (connection) {
      if (++connection.unfinished > maxUnfinishedRequests) {
        log.info(`Closed a connection with more than ${maxUnfinishedRequests} unfinished requests.`)
        return socket.destroy()
      }
      response.once('close', () => {
        connection.unfinished--
        connection.idleSince = performance.now()
      })
    }
    for (const handle of handlers) handle(request, response)
  })
}

/** Closes the connections that have been idle for `ms`. Node's `closeIdleConnections` also cuts responses that are still on
 *  their way to a slow client, and connections whose client is just sending its next request. */
export function closeIdleSince(server: Server, ms: number) {
  for (const [socket, { unfinished, idleSince }] of connectionsOf.get(server) ?? [])
    if (unfinished === 0 && performance.now() - idleSince >= ms) socket.destroy()
}
