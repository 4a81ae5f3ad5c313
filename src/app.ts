import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RawServerDefault } from 'fastify'
import { type Budgets, createBudgets } from './access/budgets.ts'
import { guard } from './access/guard.ts'
import { accessRoutes } from './access/routes.ts'
import { feedRoutes } from './actions/feed-routes.ts'
import { actionRoutes } from './actions/routes.ts'
import { summaryRoutes } from './actions/summary-routes.ts'
import { answerRoutes } from './answers/routes.ts'
import { checkinRoutes } from './checkin/routes.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { fromPrimary, type Reading } from './database/reading.ts'
import { callbackRoutes } from './delivery/channels/mobile/callbacks.ts'
import { entityRoutes } from './entities/routes.ts'
import { FairQueue } from './fair-queue.ts'
import { healthRoutes } from './http/health.ts'
import { jsonBodies } from './http/json-bodies.ts'
import { mostConnections, serverLimits } from './http/limits.ts'
import type { Metrics } from './http/metrics.ts'
import { parameterCheck } from './http/parameters.ts'
import { problemPages } from './http/problem-pages.ts'
import { answerBrokenRequest, problems, sendProblem } from './http/problems.ts'
import { reference } from './http/reference.ts'
import { requestLog } from './http/request-log.ts'
import { sendTogether } from './http/send-together.ts'
import { boundedStreams, type Streams } from './http/streaming.ts'
import type { Clock } from './instant.ts'
import { pageFiles } from './pages/files.ts'
import { type Demo, firstPage } from './pages/first-page.ts'
import { replyRoutes } from './replies/routes.ts'
import type { Secret } from './secret.ts'
import { notificationRoutes } from './tasks/routes.ts'
import { taskRoutes } from './tasks/task-routes.ts'

export interface Dependencies {
  database: Database
  /** Where lists, check-ins and the feed are read; from the database itself unless it is given. */
  reading?: Reading
  config: Config
  secret: Secret
  clock: Clock
  metrics: Metrics
  log: FastifyBaseLogger
  streams?: Streams
  /** What the first page of the demo leads to, once it is there. */
  demo?: () => Demo | undefined
}

/** What a feature is given to register its routes. */
export type Feature = (
  app: FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>,
  context: Required<Dependencies> & {
    budgets: Budgets
    reads: FairQueue
    /** The address of this service, as its clients know it. */
    origin: () => string
  },
) => void

const features: Feature[] = [
  accessRoutes,
  entityRoutes,
  actionRoutes,
  summaryRoutes,
  feedRoutes,
  checkinRoutes,
  notificationRoutes,
  taskRoutes,
  answerRoutes,
  replyRoutes,
  callbackRoutes,
  firstPage,
  pageFiles,
  healthRoutes,
  problemPages,
]

/** The whole service, ready to listen or to be injected into. */
export async function buildApp(dependencies: Dependencies) {
  const { database, config, clock, metrics, log } = dependencies
  const { reading = fromPrimary(database), streams = boundedStreams(), demo = () => undefined } = dependencies
  const origin = (): string => config.publicUrl ?? listeningOrigin(app, config)
  const app = Fastify({
    ...serverLimits,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // One line of log a request, which names it: a logger for each would cost more than the line.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUIDv7(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, origin),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply, origin),
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.server.maxConnections = mostConnections
  app.setValidatorCompiler(parameterCheck)
  app.removeContentTypeParser('text/plain')
  jsonBodies(app)

  problems(app, origin)
  requestLog(app, metrics)
  sendTogether(app)
  const budgets = createBudgets(database, clock, config.rateLimit)
  guard(app, database, clock, budgets)
  await reference(app, origin)
  const reads = new FairQueue(database.engine.maxReads, database.engine.maxReadsPerCredential)
  for (const feature of features) feature(app, { ...dependencies, reading, streams, demo, budgets, reads, origin })
  return app
}

function listeningOrigin({ server }: FastifyInstance, { host, port }: Config) {
  const address = server.address() as AddressInfo | null
  return `http://${host.includes(':') ? `[${host}]` : host}:${address?.port ?? port}`
}
