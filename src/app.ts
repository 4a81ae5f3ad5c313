import { randomUUIDv7 } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { TObject } from 'typebox'
import { accessTokens } from './access/access-tokens.ts'
import { createBudgets } from './access/budgets.ts'
import { guard } from './access/guard.ts'
import { accessRoutes } from './access/routes.ts'
import { acknowledgementRoutes } from './acknowledgements/routes.ts'
import { feedRoutes } from './actions/feed-routes.ts'
import { actionRoutes } from './actions/list-routes.ts'
import { summaryRoutes } from './actions/summary-routes.ts'
import { accessTokenRoutes } from './admin/access-token-routes.ts'
import { entityAdminRoutes } from './admin/entity-routes.ts'
import { answerPageRoutes } from './answers/routes.ts'
import { arrivalRoutes } from './arrivals/arrival-routes.ts'
import { changeRoutes } from './changes/routes.ts'
import type { Channel } from './channels/channel.ts'
import type { Senders } from './channels/open-channels.ts'
import { type ChannelName, channels } from './channels/registry.ts'
import type { UnsentChannels } from './channels/unsent-channels.ts'
import { checkinRoutes } from './checkin/routes.ts'
import type { Config } from './config/config.ts'
import { holds } from './config/networks.ts'
import { primaryOnly } from './database/read-router.ts'
import { type ChannelHealth, createChannelHealth } from './delivery/channel-health.ts'
import { settingsRoutes } from './delivery/settings-routes.ts'
import { countWaiting } from './delivery/waiting.ts'
import { entityRoutes } from './entities/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { firstStartRoutes } from './first-start/routes.ts'
import { createAddressBudgets, limitAddresses } from './http/address-budgets.ts'
import { batchResponses } from './http/batch-responses.ts'
import { watchConnections } from './http/connections.ts'
import type { Feature, RouteContext } from './http/feature.ts'
import { headResponses } from './http/head-responses.ts'
import { healthRoutes } from './http/health.ts'
import { bodyCheck, emptyBodies, jsonBodies } from './http/json-bodies.ts'
import { longListPlaces, maxConnections, serverLimits } from './http/limits.ts'
import { parameterCheck } from './http/parameters.ts'
import { problemPages } from './http/problem-pages.ts'
import { problems, respondToBrokenRequest, sendProblem } from './http/problems.ts'
import { reference } from './http/reference.ts'
import { requestLog } from './http/request-log.ts'
import { boundedStreams } from './http/streaming.ts'
import { discardUnreadBodies } from './http/unread-bodies.ts'
import { claimRoutes } from './notifications/claims/routes.ts'
import { staffAnswerRoutes } from './notifications/lifecycle/answer-routes.ts'
import { doneRoutes } from './notifications/lifecycle/done.ts'
import { visitRoutes } from './notifications/lists/routes.ts'
import { noteRoutes } from './notifications/notes/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { messageRoutes } from './notifications/status/message-routes.ts'
import { taskRoutes } from './notifications/tasks/task-routes.ts'
import { testData } from './notifications/test-data.ts'
import { optOutRoutes } from './opt-outs/opt-out-routes.ts'
import type { Demo } from './pages/demo.ts'
import { demoMails } from './pages/demo-mails.ts'
import { pageFiles } from './pages/files.ts'
import { landingPage, pictures } from './pages/first-page.ts'
import { healthPage } from './pages/health-page.ts'
import { previewRoutes } from './reminders/preview-routes.ts'
import { timingRoutes } from './reminders/routes.ts'
import { incoming } from './replies/incoming.ts'
import { readRoutes } from './replies/mark-read.ts'
import { replyRoutes } from './replies/routes.ts'
import { textAnswerRoutes } from './replies/text-answer-routes.ts'
import { FairQueue } from './scheduling/fair-queue.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { sessionCookies } from './sessions/session-cookie.ts'
import { accessRuleRoutes } from './sign-in/access-rule-routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { csvRoutes } from './sources/csv/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { timelineRoutes } from './timeline/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

type Given = 'database' | 'config' | 'secret' | 'clock' | 'metrics' | 'log'

export interface Dependencies extends Pick<RouteContext, Given>, Partial<Pick<RouteContext, 'readRouter' | 'streams'>> {
  /** The links on the landing page of the demo; undefined until they exist. */
  demo?: () => Demo | undefined
  /** The senders of test messages; undefined until the channels are open. */
  senders?: () => Senders | undefined
  /** The channels whose messages do not leave the service. */
  unsent?: UnsentChannels | undefined
  /** The state of the channels for the health page; by default, no message has been sent. */
  channelHealth?: ChannelHealth
  waitingIn?: ReturnType<typeof countWaiting>
}

const features: Feature[] = [
  testData,
  sessionRoutes,
  signInRoutes,
  accessRuleRoutes,
  firstStartRoutes,
  entityRoutes,
  entityAdminRoutes,
  accessTokenRoutes,
  changeRoutes,
  actionRoutes,
  summaryRoutes,
  feedRoutes,
  eventRoutes,
  acknowledgementRoutes,
  checkinRoutes,
  arrivalRoutes,
  notificationRoutes,
  csvRoutes,
  staffAnswerRoutes,
  doneRoutes,
  noteRoutes,
  claimRoutes,
  visitRoutes,
  taskRoutes,
  timingRoutes,
  settingsRoutes,
  previewRoutes,
  timelineRoutes,
  messageRoutes,
  optOutRoutes,
  answerPageRoutes,
  replyRoutes,
  readRoutes,
  textAnswerRoutes,
  webhookRoutes,
  ...channels.flatMap(callbacksOf),
  pageFiles,
  pictures,
  healthRoutes,
  problemPages,
]

function callbacksOf({ name, routes }: Channel & { name: ChannelName }) {
  return routes ? [routes((context) => incoming(context, name))] : []
}

/** The features that need the demo, the senders, or the state of the channels. */
const featuresWith = ({ demo, senders, unsent, ...dependencies }: Dependencies): Feature[] => [
  accessRoutes(unsent),
  landingPage(demo ?? (() => undefined)),
  ...(demo ? [demoMails(demo)] : []),
  templateRoutes(senders ?? (() => undefined)),
  healthPageOf(dependencies),
]

function healthPageOf({ database, clock, log, metrics, config, channelHealth, waitingIn }: Dependencies) {
  return healthPage(
    channelHealth ?? createChannelHealth(clock, log, metrics),
    waitingIn ?? countWaiting(database, clock, config.deliverForMicros),
  )
}

/** Builds the HTTP service. The caller then calls `listen` or `inject`. */
export async function buildApp(dependencies: Dependencies) {
  const { database, config, clock, metrics, log } = dependencies
  const { readRouter = primaryOnly(database), streams = boundedStreams(longListPlaces) } = dependencies
  const origin = (): string => config.publicUrl ?? listeningOrigin(app, config)
  const app = Fastify({
    ...serverLimits,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Each request has one log line, with its id. A child logger per request would cost more than the line.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUIDv7(),
    requestIdHeader: false,
    // `request.ip` is the last address of X-Forwarded-For that is not one of these.
    trustProxy: (address) => holds(config.trustProxy, address),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => respondToBrokenRequest(error, socket, origin),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply, origin),
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.server.maxConnections = maxConnections
  watchConnections(app.server, log)
  app.setValidatorCompiler<TObject>((part) => (part.httpPart === 'body' ? bodyCheck(part) : parameterCheck(part)))
  app.removeContentTypeParser('text/plain')
  emptyBodies(app)
  jsonBodies(app)

  const addressBudgets = createAddressBudgets(dependencies, config.rateLimit)
  problems(app, origin, addressBudgets.errorOf)
  requestLog(app, metrics)
  limitAddresses(app, addressBudgets)
  discardUnreadBodies(app)
  batchResponses(app)
  headResponses(app)
  const budgets = createBudgets(database, clock, config.rateLimit)
  guard(app, readRouter, clock, budgets, config.deskPerson, [accessTokens, sessionCookies(origin)])
  await reference(app, origin)
  const reads = new FairQueue(database.engine.maxReads, database.engine.maxReadsPerEntity)
  const { takeMiss: countMiss, takeTest: countTest } = budgets
  const shared = { readRouter, streams, reads, origin, addressBudgets, countMiss, countTest }
  const context: RouteContext = { ...dependencies, ...shared }
  for (const feature of [...features, ...featuresWith(dependencies)]) feature(app, context)
  return app
}

function listeningOrigin({ server }: FastifyInstance, { host, port }: Config) {
  const address = server.address() as AddressInfo | null
  return `http://${host.includes(':') ? `[${host}]` : host}:${address?.port ?? port}`
}
