import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Metrics } from './metrics.ts'

/** Serves the metrics on a port of their own. */
export async function serveMetrics(
  { registry, render }: Metrics,
  { host, metricsPort }: Config,
  log: FastifyBaseLogger,
) {
  const { createServer } = await import('node:http')
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(await render())
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(metricsPort, host, listening)
  })
  log.info(`Metrics at http://${host}:${(server.address() as AddressInfo).port}/metrics`)
  return server
}
