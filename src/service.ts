import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { connect, type Database } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { closeGently } from './http/close-gently.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { systemClock } from './instant.ts'
import { createSecret, keyFile } from './secret.ts'

const stopWithin = 10_000

export interface Service {
  /** Where it listens. */
  address: string
  database: Database
  /** Serves what has begun, takes nothing new, and ends within 10 s. */
  stop(): Promise<void>
}

/** Starts the service as configured: database brought up to date, routes, metrics.
 *  @throws Error that says what stands in the way */
export async function startService(config: Config): Promise<Service> {
  const log = pino(
    { level: config.logLevel },
    pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 250 }),
  )
  const metrics = createMetrics()
  const database = connect(config.databaseUrl, metrics.databaseWait)
  await migrate(database)
  const secret = createSecret(config.secretKey ?? keyFile(besideDatabase(config, 'rollcall.key')))
  const app = await buildApp({ database, config, secret, clock: systemClock, metrics, log })
  let address: string
  let metricsServer: Server | undefined
  try {
    if (config.metricsPort !== undefined) metricsServer = await serveMetrics(metrics, config, log)
    address = await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    metricsServer?.close()
    await app.close()
    await database.destroy()
    throw error
  }

  return {
    address,
    database,
    async stop() {
      const cut = setTimeout(() => app.server.closeAllConnections(), stopWithin - 500)
      await closeGently(app)
      clearTimeout(cut)
      metricsServer?.close()
      await database.destroy()
      log.flush()
    },
  }
}

/** Where the embedded engine keeps what is not in its database. */
const besideDatabase = ({ databaseUrl }: Config, name: string) =>
  join(dirname(databaseUrl.replace(/^sqlite:/, '')), name)

/** Stops the service on SIGTERM and SIGINT, then ends the process. */
export function stopOnSignal(service: Service) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => service.stop().then(() => process.exit(0)))
  }
}

async function serveMetrics({ registry }: Metrics, { host, metricsPort }: Config, log: Logger) {
  const { createServer } = await import('node:http')
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics())
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(metricsPort, host, listening)
  })
  log.info(`Metrics at http://${host}:${(server.address() as AddressInfo).port}/metrics`)
  return server
}
