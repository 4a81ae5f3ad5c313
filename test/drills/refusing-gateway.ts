import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a gateway that refuses one text in ten for good, and returns its address. */
export async function refusingGateway(): Promise<string> {
  const server = createServer(async (request, response) => {
    await request.toArray()
    response.writeHead(Math.random() < 0.1 ? 422 : 202).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
