import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// How long an open connection has to bring one more request, whose answer then says `Connection: close`.
const idleForMs = 500
const maxTicks = 50

/** Closes the app without losing a request that is on its way. Nothing new is taken first, so that no client that is
 *  told to leave comes again; idle connections stay open for a while, since a request may be on the wire. */
export async function closeGently(app: FastifyInstance) {
  await takeWaitingConnections(app)
  const closeIdleConnections = app.server.closeIdleConnections.bind(app.server)
  app.server.closeIdleConnections = () => {}
  app.server.close()
  const closing = setInterval(closeIdleConnections, idleForMs)
  await app.close()
  clearInterval(closing)
}

/** Lets the event loop turn until no connection was waiting to be accepted: the kernel would reset it. */
async function takeWaitingConnections({ server }: FastifyInstance) {
  let taken = 0
  server.on('connection', () => taken++)
  for (let turn = 0, before = -1; turn < maxTicks && taken > before; turn++) {
    before = taken
    await setImmediate()
    await setImmediate()
  }
}
