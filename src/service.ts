import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { watchExpiry } from './access/credentials/expiring.ts'
import { buildApp, type Dependencies } from './app.ts'
import {
  destinations,
  openChannels,
  plaintextFaults,
  type Senders,
  unsentChannels,
  watchChannels,
} from './channels/open-channels.ts'
import type { ChannelName } from './channels/registry.ts'
import { correctAfterSetBack } from './contacts/reminders/correct-after-set-back.ts'
import { reminderWork } from './contacts/reminders/worker.ts'
import { incoming } from './contacts/replies/incoming.ts'
import { createChannelHealth } from './messages/delivery/channel-health.ts'
import type { WriteQuestion } from './messages/delivery/context.ts'
import { measureDeliveries } from './messages/delivery/delivery-metrics.ts'
import { countWaiting } from './messages/delivery/waiting.ts'
import { deliveryWork } from './messages/delivery/worker.ts'
import { type Config, keyFault, localFolder } from './platform/config/config.ts'
import { clockCheck } from './platform/database/clock-check.ts'
import { connectForCommand, connectLater } from './platform/database/connect.ts'
import type { Database } from './platform/database/database.ts'
import { hasPendingMigrations, migrate } from './platform/database/migrate.ts'
import { isUnavailable, unlessUnavailable } from './platform/errors/errors.ts'
import { closeGracefully } from './platform/http/graceful-close.ts'
import { createMetrics, type Metrics, measureProcess } from './platform/http/metrics.ts'
import { createSecret, keyFile } from './platform/keys/secret.ts'
import { createLog } from './platform/logging/log.ts'
import { steadyClock } from './platform/scheduling/steady-clock.ts'
import { startWorkers, type Worker } from './platform/scheduling/workers.ts'
import { type Clock, type Microseconds, systemClock } from './platform/time/instant.ts'
import { webhookWork } from './systems/webhooks/worker.ts'

// Leaves 1 s of the 10 s to close the channels and the database.
const drainTimeoutMs = 9_000

export interface Service {
  /** The URL that it listens on. */
  address: string
  database: Database
  /** Completes the open requests, accepts no new ones, and ends within 10 s. */
  stop(): Promise<void>
}

const startAttempts = 3

/** Upgrades the database, then starts the routes, the metrics and the workers.
 *  @throws Error that names the obstacle, for the operator */
export async function startService(config: Config, demo?: Dependencies['demo']): Promise<Service> {
  const log = createLog(config.logLevel, pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 250 }))
  const metrics = createMetrics()
  measureProcess(metrics)
  // When a later step fails, every open resource is closed: an open one would keep the process alive.
  await using opened = new AsyncDisposableStack()
  const database = await connectLater(config.databaseUrl, metrics.databaseWait)
  opened.defer(() => database.destroy())
  await verifyAtStart(database)
  if (await hasPendingMigrations(database)) await migrateUntimed(config.databaseUrl)
  const replica = config.replicaUrl && (await connectLater(config.replicaUrl, metrics.databaseWait))
  if (replica) opened.use(replica)
  const fault = keyFault(config)
  if (fault) log.warn(fault)
  const secret = createSecret(config.secretKey ?? keyFile(join(localFolder(config), 'rollcall.key')))
  const channelHealth = createChannelHealth(systemClock, log, metrics)
  const waitingIn = countWaiting(database, systemClock, config.deliverForMicros)
  measureDeliveries(metrics, systemClock, channelHealth, waitingIn)
  const { clock, setOffset } = adjustedClock()
  const workClock = steadyClock(
    systemClock,
    () => log.warn('The wall clock jumped. Deliveries pause for two minutes.'),
    clockCheck(database, log, (now) => correctAfterSetBack(database, now), setOffset),
  )
  // Before the first request: its messages and answers have the time of the database.
  await workClock.next().catch(unlessUnavailable)
  let senders: Senders | undefined
  const app = await buildApp({
    database,
    ...(replica && { replica }),
    config,
    secret,
    clock,
    metrics,
    log,
    senders: () => senders,
    unsent: unsentChannels(config, demo ? 'demo' : 'no-server'),
    channelHealth,
    waitingIn,
    ...(demo && { demo }),
  })
  opened.defer(() => app.close())
  if (config.metricsPort !== undefined) {
    const metricsServer = await serveMetrics(metrics, config, log)
    opened.defer(() => void metricsServer.close())
  }
  const address = await app.listen({ host: config.host, port: config.port })
  opened.defer(watchExpiry(database, systemClock, log, metrics))

  const origin = () => config.publicUrl ?? address
  const context = {
    database,
    config,
    secret,
    clock,
    steadyClock: workClock,
    log,
    origin,
    // Loaded at the first question.
    writeQuestion: (async (...given) =>
      (await import('./contacts/replies/write-question.ts')).writeQuestion(...given)) satisfies WriteQuestion,
  }
  const incomingOf = (channel: ChannelName) => incoming(context, channel)
  const opening = openChannels({
    ...context,
    incoming: incomingOf,
    // The demo shows the files of its mails.
    ...(demo && { ofFile: { outcome: 'accepted' as const } }),
  })
  senders = channelHealth.watch(await opening)
  for (const sender of Object.values(senders)) opened.defer(() => sender.close())
  log.info(destinations(config), 'Destinations of messages')
  void plaintextFaults(config).then((faults) => {
    for (const fault of faults) log.warn(fault)
  })
  const workers = [
    startWorkers(
      log,
      [
        ...deliveryWork({ ...context, senders }, config.sendAtOnce),
        reminderWork(context),
        webhookWork({ ...context, metrics }),
      ],
      () => context.steadyClock.restart(),
    ),
    ...watchChannels({ ...context, incoming: incomingOf }),
  ]

  const serving = opened.move()
  return {
    address,
    database,
    async stop() {
      await drain(app, workers)
      await serving.disposeAsync()
      log.flush()
    },
  }
}

/** The clock of requests: the system's, or while that is wrong, the database's. */
function adjustedClock() {
  let offset: Microseconds = 0
  const clock: Clock = { now: () => systemClock.now() + offset, monotonic: systemClock.monotonic }
  return {
    clock,
    setOffset(by: Microseconds) {
      offset = by
    },
  }
}

/** On a machine that boots or is busy, the server may accept a connection after the timeout of a request.
 *  @throws the error of the last attempt */
async function verifyAtStart({ engine }: Database) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await engine.verify()
    } catch (error) {
      if (!isUnavailable(error) || attempt === startAttempts) throw error
      await delay(attempt * 500)
    }
  }
}

/** Completes the open requests and the current deliveries, as far as the time for stopping allows. */
async function drain(app: FastifyInstance, workers: Worker[]) {
  const late = delay(drainTimeoutMs, undefined, { ref: false })
  const cut = setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs)
  const delivered = Promise.all(workers.map((worker) => worker.stop()))
  await closeGracefully(app)
  clearTimeout(cut)
  // Do not wait for a server of a channel that hangs: the worker retries its delivery after the lease expires.
  await Promise.race([delivered, late])
}

/** Migrates without the statement timeout of the service. */
async function migrateUntimed(url: string) {
  await using database = await connectForCommand(url)
  await migrate(database)
}

/** Stops the service on SIGTERM and SIGINT, then ends the process. */
export function stopOnSignal(service: Service) {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // A process manager can repeat a signal that the whole process group received.
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      service.stop().then(() => process.exit(0))
    })
  }
}

async function serveMetrics({ registry, render }: Metrics, { host, metricsPort }: Config, log: Logger) {
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
