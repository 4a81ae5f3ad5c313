import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { closeIdleSince } from './connections.ts'

// A client may send one more request on an idle connection within this time. The response has `Connection: close`.
const idleForMs = 500
const checkEveryMs = 50
const maxTicks = 50

/** Closes the app without losing a request in flight. The server stops listening first, so that disconnected
 *  clients do not reconnect to it. Idle connections stay open for `idleForMs`, because a request may be on the wire. */
export async function closeGracefully(app: FastifyInstance) {
  await acceptPendingConnections(app)
  // Fastify would close all idle connections at once.
  app.server.closeIdleConnections = () => {}
  app.server.close()
  const closing = setInterval(() => closeIdleSince(app.server, idleForMs), checkEveryMs)
  await app.close()
  clearInterval(closing)
}

/** Waits until the backlog of the listening socket is empty. The kernel resets the connections that remain in it. */
async function acceptPendingConnections({ server }: FastifyInstance) {
  let accepted = 0
  server.on('connection', () => accepted++)
  for (let tick = 0, before = -1; tick < maxTicks && accepted > before; tick++) {
    before = accepted
    await setImmediate()
    await setImmediate()
  }
}
