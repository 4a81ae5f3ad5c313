import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { createAudit } from './access/audit/audit.ts'
import { auditDeletion } from './access/audit/delete-old.ts'
import { watchExpiry } from './access/credentials/watch-expiry.ts'
import { erasureWork } from './administration/erasure/worker.ts'
import { retentionWork } from './administration/retention/worker.ts'
import { buildApp, type Dependencies } from './app.ts'
import { messageFolder, type Senders } from './channels/open-channels.ts'
import type { ChannelName } from './channels/registry.ts'
import { liveChannels } from './channels/settings/live-channels.ts'
import { correctAfterSetBack } from './contacts/reminders/correct-after-set-back.ts'
import { reminderWork } from './contacts/reminders/worker.ts'
import { incoming } from './contacts/replies/incoming.ts'
import { backlogCounter } from './messages/delivery/backlog.ts'
import { createChannelHealth } from './messages/delivery/channel-health.ts'
import type { WriteQuestion } from './messages/delivery/context.ts'
import { measureDeliveries } from './messages/delivery/delivery-metrics.ts'
import { deliveryWork } from './messages/delivery/worker.ts'
import { rulesWork } from './notifications/zone-rules/worker.ts'
import { type Config, keyFault } from './platform/config/config.ts'
import { clockCheck } from './platform/database/clock-check.ts'
import { connectLater } from './platform/database/connect.ts'
import type { Database } from './platform/database/database.ts'
import { migrateUntimed } from './platform/database/migrate.ts'
import { isUnavailable, unlessUnavailable } from './platform/errors/errors.ts'
import { closeGracefully } from './platform/http/graceful-close.ts'
import { createMetrics, measureProcess } from './platform/http/metrics.ts'
import { serveMetrics } from './platform/http/metrics-server.ts'
import { openSecret } from './platform/keys/secret.ts'
import { createLog } from './platform/logging/log.ts'
import { steadyClock } from './platform/scheduling/steady-clock.ts'
import { startWorkers, type Worker } from './platform/scheduling/workers.ts'
import { type Clock, type Microseconds, systemClock } from './platform/time/instant.ts'
import { watchRules } from './platform/time/zones/watch-rules.ts'
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

/** Upgrades the database, then starts the routes, the metrics, the channels and the workers.
 *  @throws Error that names the obstacle, for the operator */
export async function startService(config: Config, demo?: Dependencies['demo']): Promise<Service> {
  const log = createLog(config.logLevel, pino.destination({ fd: 1, sync: false, minLength: 8_192, periodicFlush: 250 }))
  const metrics = createMetrics()
  measureProcess(metrics)
  // When a later step fails, every open resource is closed: an open one would keep the process alive.
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await connectLater(config.databaseUrl, metrics.databaseWait))
  await verifyAtStart(database)
  await migrateUntimed(database, config.databaseUrl)
  const replica = config.replicaUrl && opened.use(await connectLater(config.replicaUrl, metrics.databaseWait))
  const fault = keyFault(config)
  if (fault) log.warn(fault)
  const secret = openSecret(config)
  const channelHealth = createChannelHealth(systemClock, log, metrics)
  const backlogOf = backlogCounter(database, systemClock, config.deliverForMicros)
  measureDeliveries(metrics, systemClock, channelHealth, backlogOf)
  const { clock, workClock } = createClocks(database, log)
  // Before the first request: its messages and answers have the time of the database.
  await workClock.next().catch(unlessUnavailable)

  const audit = createAudit({ database, clock, log, metrics })
  opened.defer(() => audit.close())
  const channels = liveChannels({
    config,
    database,
    secret,
    log,
    isDemo: demo !== undefined,
    onReplaced: channelHealth.forget,
  })
  let senders: Senders | undefined
  const app = await buildApp({
    database,
    ...(replica && { replica }),
    config,
    secret,
    clock,
    metrics,
    log,
    audit,
    senders: () => senders,
    channels,
    unsent: channels.unsent,
    channelHealth,
    backlogOf,
    ...(demo && { demo }),
  })
  opened.defer(() => app.close())
  if (config.metricsPort !== undefined) {
    const metricsServer = await serveMetrics(metrics, config, log)
    opened.defer(() => void metricsServer.close())
  }
  const address = await app.listen({ host: config.host, port: config.port })
  opened.defer(watchExpiry(database, systemClock, log, metrics))
  opened.defer(watchRules(systemClock, log, metrics))

  const origin = () => config.publicUrl ?? address
  const context = { database, config, secret, clock, steadyClock: workClock, log, audit, origin, writeQuestion }
  const opening = channels.open({
    origin,
    incoming: (channel: ChannelName) => incoming(context, channel),
    // The demo shows the files of its mails.
    ...(demo && { ofFile: { outcome: 'accepted' as const } }),
  })
  senders = channelHealth.watch(await opening)
  opened.defer(() => channels.close())
  const work = [
    ...deliveryWork({ ...context, senders }, config.sendAtOnce),
    reminderWork(context),
    rulesWork(context),
    erasureWork(context),
    webhookWork({ ...context, metrics }),
    retentionWork({ ...context, metrics, outbox: messageFolder(config) }),
    auditDeletion(context),
  ]
  const workers = [startWorkers(log, work, () => workClock.restart()), channels]

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

// Loaded at the first message: the start does not wait for words, QR code and calendar.
const writeQuestion: WriteQuestion = async (...given) =>
  (await import('./contacts/replies/write-question.ts')).writeQuestion(...given)

/** Returns the clock of the work, and that of requests: the system's, or while that is wrong, the database's. */
function createClocks(database: Database, log: Logger) {
  let offset: Microseconds = 0
  const clock: Clock = { now: () => systemClock.now() + offset, monotonic: systemClock.monotonic }
  const setOffset = (by: Microseconds) => {
    offset = by
  }
  const workClock = steadyClock(
    systemClock,
    () => log.warn('The wall clock jumped. Deliveries pause for two minutes.'),
    clockCheck(database, log, (now) => correctAfterSetBack(database, now), setOffset),
  )
  return { clock, workClock }
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
