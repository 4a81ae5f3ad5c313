import type { FastifyInstance } from 'fastify'

/** Sends the responses of one event loop tick together, after all its requests have run. Each single response wakes its
 *  client, which evicts the processor's caches. On SQLite, batching serves a third more check-ins. */
export function batchResponses(app: FastifyInstance) {
  let ready: (() => void)[] = []
  const sendAll = () => {
    const sending = ready
    ready = []
    for (const send of sending) send()
  }
  app.addHook('onSend', (_request, _reply, _payload, send) => {
    if (ready.push(send) === 1) setImmediate(sendAll)
  })
}
