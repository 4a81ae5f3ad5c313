import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface WebhookPost {
  id: string
  headers: Record<string, string>
  body: string
  event: { sequence?: number; kind: string; [member: string]: unknown }
}

/** How a receiver responds: with a status and headers; `hang` and `cut` are no response. */
export type Reaction = { status: number; headers?: Record<string, string> } | 'hang' | 'cut'

type React = (posted: WebhookPost) => Reaction | Promise<Reaction>

/** A server on loopback that takes events, until the end of the test.
 *  @param react decides about each request, by default for 204 */
export async function webhookReceiver(react: React = () => ({ status: 204 }), port = 0) {
  const posted: WebhookPost[] = []
  const abandoned: WebhookPost[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const headers = textHeaders(request.headers)
    const one = { id: headers['webhook-id']!, headers, body, event: JSON.parse(body) }
    posted.push(one)
    response.once('close', () => response.writableFinished || abandoned.push(one))
    const reaction = await react(one)
    if (reaction === 'cut') request.socket.destroy()
    else if (reaction !== 'hang') response.writeHead(reaction.status, reaction.headers).end()
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    posted,
    /** The requests whose connection closed without a response. */
    abandoned,
    sequences: () => posted.map(({ event }) => event.sequence),
    react(next: React) {
      react = next
    },
    close,
  }
}

const textHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
