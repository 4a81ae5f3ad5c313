import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { buildApp, type Dependencies } from './app.ts'
import { type Config, keyFault, localFolder } from './config.ts'
import { connect, connectReplicas } from './database/connect.ts'
import type { Database } from './database/database.ts'
import { configuredChannels, destinations, plaintextFaults } from './delivery/channels/configured.ts'
import { steadyClock } from './delivery/steady-clock.ts'
import { startDelivering } from './delivery/worker.ts'
import { closeGently } from './http/close-gently.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { systemClock } from './instant.ts'
import { createLog } from './log.ts'
import { incoming } from './replies/incoming.ts'
import { createSecret, keyFile } from './secret.ts'
import { upgradeFirst } from './upgrade.ts'

const stopTimeoutMs = 10_000

export interface Service {
  /** Where it listens. */
  address: string
  database: Database
  /** Serves what has begun, takes nothing new, and ends within 10 s. */
  stop(): Promise<void>
}

/** Starts the service as configured: database brought up to date, routes, metrics.
 *  @throws Error that says what stands in the way */
export async function startService(config: Config, demo?: Dependencies['demo']): Promise<Service> {
  const log = createLog(config.logLevel, pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 250 }))
  const metrics = createMetrics()
  // Whatever stands in the way, what has been opened is closed again, or the process would not end.
  await using opened = new AsyncDisposableStack()
  const database = await connect(config.databaseUrl, metrics.databaseWait)
  opened.defer(() => database.destroy())
  await upgradeFirst(database, config.databaseUrl, (entity, error) =>
    log.error(
      { entity, err: error },
      'Cannot read some rows of this entity. Run "rollcall check" and restore a backup.',
    ),
  )
  const readRouter = await connectReplicas(database, config.replicaUrls, metrics.databaseWait, (replica, why) =>
    why === undefined
      ? log.info({ replica }, 'a replica is read from')
      : log.warn({ replica, why }, 'a replica is passed over'),
  )
  opened.defer(() => readRouter.close())
  const fault = keyFault(config)
  if (fault) log.warn(fault)
  const secret = createSecret(config.secretKey ?? keyFile(join(localFolder(config), 'rollcall.key')))
  const app = await buildApp({
    database,
    readRouter,
    config,
    secret,
    clock: systemClock,
    metrics,
    log,
    ...(demo && { demo }),
  })
  opened.defer(() => app.close())
  if (config.metricsPort !== undefined) {
    const metricsServer = await serveMetrics(metrics, config, log)
    opened.defer(() => void metricsServer.close())
  }
  const address = await app.listen({ host: config.host, port: config.port })

  const origin = () => config.publicUrl ?? address
  const context = {
    database,
    config,
    secret,
    clock: systemClock,
    steadyClock: steadyClock(systemClock, () => log.warn('The wall clock jumped. Deliveries pause for two minutes.')),
    log,
    origin,
    // The start need not wait for the words, the QR code and the calendar.
    composers: async () => (await import('./messages/composers.ts')).composers,
  }
  const channels = await configuredChannels({ ...context, incoming: incoming(context) })
  for (const channel of Object.values(channels)) opened.defer(() => channel.close())
  log.info(destinations(config), 'Where messages go')
  void plaintextFaults(config).then((faults) => {
    for (const fault of faults) log.warn(fault)
  })
  const worker = startDelivering({ ...context, channels })

  const serving = opened.move()
  return {
    address,
    database,
    async stop() {
      const late = delay(stopTimeoutMs - 500, undefined, { ref: false })
      const cut = setTimeout(() => app.server.closeAllConnections(), stopTimeoutMs - 500)
      const delivered = worker.stop()
      await closeGently(app)
      clearTimeout(cut)
      // A server that does not answer is not waited for: its delivery is tried again when its lease has ended.
      await Promise.race([delivered, late])
      await serving.disposeAsync()
      log.flush()
    },
  }
}

/** Stops the service on SIGTERM and SIGINT, then ends the process. */
export function stopOnSignal(service: Service) {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Whoever supervises this process may pass on a signal that it got already.
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      service.stop().then(() => process.exit(0))
    })
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
