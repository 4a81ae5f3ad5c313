import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { Secret } from '../keys/secret.ts'
import type { Audit } from '../privacy/audit.ts'
import type { FairQueue } from '../scheduling/fair-queue.ts'
import type { Clock } from '../time/instant.ts'
import type { AddressBudgets } from './address-budgets.ts'
import type { Metrics } from './metrics.ts'
import type { Streams } from './streaming.ts'

/** The dependencies of the routes. */
export interface RouteContext {
  database: Database
  /** A replica for lists that may lag; undefined without one. */
  replica?: Database | undefined
  config: Config
  secret: Secret
  clock: Clock
  metrics: Metrics
  audit: Audit
  log: FastifyBaseLogger
  streams: Streams
  /** Schedules the reads of lists. */
  reads: FairQueue
  /** Returns the public URL of this service. */
  origin: () => string
  addressBudgets: AddressBudgets
  /** Counts a check-in lookup without a result.
   *  @throws Problem rate-limited when the credential has used up its budget */
  countMiss(credentialId: string): void
  /** Counts a test message.
   *  @throws Problem rate-limited when the entity has used up its budget */
  countTest(entityId: string): void
  /** Counts an attempt to sign in with a password, by the name that somebody typed.
   *  @throws Problem rate-limited when there were too many */
  countAttempt(name: string): void
}

/** Registers the routes of one feature. */
export type Feature = (
  app: FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>,
  context: RouteContext,
) => void
