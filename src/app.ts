import { randomUUIDv7 } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { TObject } from 'typebox'
import { accountRoutes } from './access/accounts/account-routes.ts'
import { ownAccountRoutes } from './access/accounts/own-account-routes.ts'
import { accountSignInRoutes } from './access/accounts/sign-in-routes.ts'
import type { ServiceAudit } from './access/audit/audit.ts'
import { auditRoutes } from './access/audit/routes.ts'
import { accessTokenKind } from './access/credentials/access-token-kind.ts'
import { lastUses } from './access/credentials/last-use.ts'
import { accessRoutes } from './access/credentials/routes.ts'
import { firstStartRoutes } from './access/first-start/routes.ts'
import { createBudgets } from './access/guard/budgets.ts'
import { guard } from './access/guard/guard.ts'
import { sessionRoutes } from './access/sessions/routes.ts'
import { sessionKind } from './access/sessions/session-cookie.ts'
import { accessRuleRoutes } from './access/sign-in/access-rule-routes.ts'
import { signInRoutes } from './access/sign-in/routes.ts'
import { accessTokenRoutes } from './administration/access-tokens/access-token-routes.ts'
import { channelRoutes } from './administration/channels/routes.ts'
import { entityAdminRoutes } from './administration/entities/entity-routes.ts'
import { erasureRoutes } from './administration/erasure/routes.ts'
import { exportRoutes } from './administration/export/routes.ts'
import { holdRoutes } from './administration/holds/routes.ts'
import type { Demo } from './administration/pages/demo.ts'
import { demoMails } from './administration/pages/demo-mails.ts'
import { pageFiles } from './administration/pages/files.ts'
import { landingPage, pictures } from './administration/pages/first-page.ts'
import { healthPage } from './administration/pages/health-page.ts'
import { retentionRoutes } from './administration/retention/routes.ts'
import type { Channel } from './channels/channel.ts'
import type { Senders } from './channels/open-channels.ts'
import { type ChannelName, channels } from './channels/registry.ts'
import { type LiveChannels, liveChannels } from './channels/settings/live-channels.ts'
import { answerPageRoutes } from './contacts/answers/routes.ts'
import { arrivalRoutes } from './contacts/arrivals/arrival-routes.ts'
import { previewRoutes } from './contacts/reminders/preview-routes.ts'
import { reminderRoutes } from './contacts/reminders/routes.ts'
import { incoming } from './contacts/replies/incoming.ts'
import { readRoutes } from './contacts/replies/mark-read.ts'
import { replyRoutes } from './contacts/replies/routes.ts'
import { textAnswerRoutes } from './contacts/replies/text-answer-routes.ts'
import { templateRoutes } from './contacts/templates/routes.ts'
import { timelineRoutes } from './contacts/timeline/routes.ts'
import { clockRoutes } from './entities/clocks.ts'
import { changeRoutes } from './entities/history/routes.ts'
import { entityRoutes } from './entities/routes.ts'
import { feedRoutes } from './log/actions/feed-routes.ts'
import { actionRoutes } from './log/actions/list-routes.ts'
import { summaryRoutes } from './log/actions/summary-routes.ts'
import { eventRoutes } from './log/events/routes.ts'
import { checkinRoutes } from './messages/check-in/routes.ts'
import { backlogCounter } from './messages/delivery/backlog.ts'
import { type ChannelHealth, createChannelHealth } from './messages/delivery/channel-health.ts'
import { settingsRoutes } from './messages/delivery/settings-routes.ts'
import { optOutRoutes } from './messages/opt-outs/opt-out-routes.ts'
import { quietHoursRoutes } from './messages/quiet-hours/routes.ts'
import { claimRoutes } from './notifications/claims/routes.ts'
import { figureRoutes } from './notifications/figures/routes.ts'
import { staffAnswerRoutes } from './notifications/lifecycle/answer-routes.ts'
import { doneRoutes } from './notifications/lifecycle/done.ts'
import { visitRoutes } from './notifications/lists/routes.ts'
import { nextDayRoutes } from './notifications/next-day/routes.ts'
import { noteRoutes } from './notifications/notes/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { messageRoutes } from './notifications/sent-messages/routes.ts'
import { taskRoutes } from './notifications/tasks/task-routes.ts'
import { testData } from './notifications/test-data.ts'
import { clockDecisionRoutes } from './notifications/zone-rules/routes.ts'
import type { Config } from './platform/config/config.ts'
import { holds } from './platform/config/networks.ts'
import { createAddressBudgets, limitAddresses } from './platform/http/address-budgets.ts'
import { batchResponses } from './platform/http/batch-responses.ts'
import { watchConnections } from './platform/http/connections.ts'
import type { Feature, RouteContext } from './platform/http/feature.ts'
import { headResponses } from './platform/http/head-responses.ts'
import { healthRoutes } from './platform/http/health.ts'
import { bodyCheck, emptyBodies, jsonBodies } from './platform/http/json-bodies.ts'
import { longListConcurrency, maxConnections, serverLimits } from './platform/http/limits.ts'
import { parameterCheck } from './platform/http/parameters.ts'
import { problemPages } from './platform/http/problem-pages.ts'
import { problems, respondToBrokenRequest, sendProblem } from './platform/http/problems.ts'
import { reference } from './platform/http/reference.ts'
import { requestLog } from './platform/http/request-log.ts'
import { boundedStreams } from './platform/http/streaming.ts'
import { discardUnreadBodies } from './platform/http/unread-bodies.ts'
import { FairQueue } from './platform/scheduling/fair-queue.ts'
import { rateLimiter } from './platform/scheduling/rate-limiter.ts'
import { acknowledgementRoutes } from './systems/acknowledgements/routes.ts'
import { csvRoutes } from './systems/sources/csv/routes.ts'
import { webhookRoutes } from './systems/webhooks/routes.ts'

type SharedContext = 'database' | 'config' | 'secret' | 'clock' | 'metrics' | 'log'

export interface Dependencies
  extends Pick<RouteContext, SharedContext>,
    Partial<Pick<RouteContext, 'replica' | 'streams'>> {
  audit: ServiceAudit
  /** The links on the landing page of the demo; undefined until they exist. */
  demo?: () => Demo | undefined
  /** The senders of test messages; undefined until the channels are open. */
  senders?: () => Senders | undefined
  /** The channels as they are set up now; by default, they are never opened. */
  channels?: LiveChannels
  /** Returns the channels whose messages do not leave the service. */
  unsent?: LiveChannels['unsent']
  /** The state of the channels for the health page; by default, no message has been sent. */
  channelHealth?: ChannelHealth
  backlogOf?: ReturnType<typeof backlogCounter>
}

const features: Feature[] = [
  testData,
  sessionRoutes,
  signInRoutes,
  accessRuleRoutes,
  accountRoutes,
  accountSignInRoutes,
  ownAccountRoutes,
  firstStartRoutes,
  entityRoutes,
  clockRoutes,
  entityAdminRoutes,
  accessTokenRoutes,
  exportRoutes,
  changeRoutes,
  retentionRoutes,
  holdRoutes,
  auditRoutes,
  erasureRoutes,
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
  clockDecisionRoutes,
  doneRoutes,
  noteRoutes,
  claimRoutes,
  visitRoutes,
  figureRoutes,
  nextDayRoutes,
  taskRoutes,
  reminderRoutes,
  quietHoursRoutes,
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
function featuresWith({ demo, senders, unsent, ...dependencies }: Dependencies): Feature[] {
  const { database, clock, log, metrics, config } = dependencies
  const {
    channels = liveChannels(dependencies),
    channelHealth = createChannelHealth(clock, log, metrics),
    backlogOf = backlogCounter(database, clock, config.deliverForMicros),
  } = dependencies
  return [
    accessRoutes(unsent ?? (() => undefined)),
    channelRoutes(channels, channelHealth),
    landingPage(demo ?? (() => undefined)),
    ...(demo ? [demoMails(demo)] : []),
    templateRoutes(senders ?? (() => undefined)),
    healthPage(channelHealth, backlogOf),
  ]
}

/** Builds the HTTP service. The caller then calls `listen` or `inject`. */
export async function buildApp(dependencies: Dependencies) {
  const { database, config, clock, metrics, log, audit } = dependencies
  const { streams = boundedStreams(longListConcurrency) } = dependencies
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

  const limiter = rateLimiter(clock)
  // Strangers choose the keys of addresses: they evict no other budget.
  const addressBudgets = createAddressBudgets(rateLimiter(clock), dependencies, config.rateLimit)
  problems(app, origin, addressBudgets.errorOf)
  requestLog(app, metrics, audit.ofRequests(app))
  limitAddresses(app, addressBudgets)
  discardUnreadBodies(app)
  batchResponses(app)
  headResponses(app)
  const budgets = createBudgets(limiter, config.rateLimit)
  const noteUse = config.rateLimit === 0 ? () => {} : lastUses(database, clock, limiter)
  guard(app, database, clock, budgets, config.deskPerson, [accessTokenKind(noteUse), sessionKind(origin)])
  await reference(app, origin)
  const reads = new FairQueue(database.engine.maxReads, database.engine.maxReadsPerEntity)
  const { takeMiss: countMiss, takeTest: countTest } = budgets
  // Strangers choose the names, so they have a limiter of their own.
  const { takeAttempt: countAttempt } = createBudgets(rateLimiter(clock), config.rateLimit)
  const shared = { streams, reads, origin, addressBudgets, countMiss, countTest, countAttempt }
  const context: RouteContext = { ...dependencies, ...shared }
  for (const feature of [...features, ...featuresWith(dependencies)]) feature(app, context)
  return app
}

function listeningOrigin({ server }: FastifyInstance, { host, port }: Config) {
  const address = server.address() as AddressInfo | null
  return `http://${host.includes(':') ? `[${host}]` : host}:${address?.port ?? port}`
}
