import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Starts a gateway for texts.
 *  @param takes returns the milliseconds that it takes for a text, by its number */
export async function startGateway(takes: (text: number) => number) {
  let received = 0
  let accepted = 0
  const server = createServer(async (request, response) => {
    request.resume()
    await delay(takes(received++))
    accepted++
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** The environment of a service that sends its texts there. */
    env: {
      SMS_URL: `http://127.0.0.1:${port}`,
      PUBLIC_URL: 'https://rollcall.example',
      PLAINTEXT_NETWORKS: '127.0.0.1/32',
    },
    /** Returns the number of texts that it accepted. */
    accepted: () => accepted,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
