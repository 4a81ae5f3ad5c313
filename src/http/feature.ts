import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { ReadRouter } from '../database/read-router.ts'
import type { FairQueue } from '../fair-queue.ts'
import type { Clock } from '../instant.ts'
import type { Secret } from '../secret.ts'
import type { Metrics } from './metrics.ts'
import type { Streams } from './streaming.ts'

/** What routes work with. */
export interface RouteContext {
  database: Database
  /** Where lists, check-ins and the feed are read. */
  readRouter: ReadRouter
  config: Config
  secret: Secret
  clock: Clock
  metrics: Metrics
  log: FastifyBaseLogger
  streams: Streams
  /** Schedules the reads of lists. */
  reads: FairQueue
  /** The address of this service, as its clients know it. */
  origin: () => string
  /** Counts a check-in look-up that found nothing.
   *  @throws Problem rate-limited once the credential's budget is used up */
  countMiss(credentialId: string): void | Promise<void>
}

/** Registers the routes of one feature. */
export type Feature = (
  app: FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>,
  context: RouteContext,
) => void
