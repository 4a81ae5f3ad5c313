import type { AddressInfo } from 'node:net'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'

/** The outcome of a valid message.
 *  - `accept`: recorded; the response names its id
 *  - `hang`: recorded; no response ever
 *  - `cut`: recorded; the connection ends without a response
 *  - `outage`: not recorded; the connection ends
 *  - a refusal: not recorded; the response is an error in the provider's format */
type Outcome = 'accept' | 'hang' | 'cut' | 'outage' | Refusal

export interface Refusal {
  status: number
  /** The provider's own code of the error. */
  code?: number
  headers?: Record<string, string>
}

/** `index` counts the valid messages from 0, with the refused ones. */
export type Answer<Message> = (message: Message, index: number) => Outcome | Promise<Outcome>

/** A request that the provider would refuse. */
export interface Violation {
  request: string
  faults: string[]
}

/** A request of the provider. `fetch(url, webhook)` sends it, and so does `app.inject(webhook)`. */
export interface Webhook {
  method: 'POST'
  url: string
  headers: Record<string, string>
  body: string
}

/** Starts a server on loopback that records messages, and the requests that break its contract. */
export async function startProvider<Message>(answer: Answer<Message> = () => 'accept') {
  const accepted: Message[] = []
  const violations: Violation[] = []
  let count = 0
  const app = fastify({ forceCloseConnections: true, bodyLimit: 20 * 1024 ** 2 })
  // Each server parses bodies itself, because it reports their faults.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
  // A body without a type, for example, or a form that ends too early.
  app.setErrorHandler<Error>(({ message }, request, reply) => {
    report(request, [message])
    return reply.code(400).send()
  })

  function report({ method, url }: FastifyRequest, faults: string[]) {
    violations.push({ request: `${method} ${url}`, faults })
  }

  return {
    app,
    accepted,
    violations,
    /** Returns the violations and forgets them, so that they do not fail the test. */
    takeViolations: () => violations.splice(0),
    close: () => app.close(),
    async listen() {
      await app.listen({ port: 0, host: '127.0.0.1' })
      return `127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
    /** Records a request that breaks the contract. */
    report,
    /** Responds to a valid message as the test's `answer` says. */
    async settle(
      message: Message,
      reply: FastifyReply,
      accept: () => FastifyReply,
      refuse: (r: Refusal) => FastifyReply,
    ) {
      const outcome = await answer(message, count++)
      if (typeof outcome === 'object') {
        reply.headers(outcome.headers ?? {})
        return refuse(outcome)
      }
      if (outcome !== 'outage') accepted.push(message)
      if (outcome === 'accept') return accept()
      reply.hijack()
      if (outcome !== 'hang') reply.raw.socket?.destroy()
      return reply
    },
  }
}

/** Parses a JSON body. Returns undefined if it is none. */
export function readJson({ headers, body }: FastifyRequest): Record<string, unknown> | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return undefined
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}
