import type { FastifyBaseLogger } from 'fastify'
import type { Senders } from '../../channels/open-channels.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Audit } from '../../platform/privacy/audit.ts'
import type { SteadyClock, WorkClock } from '../../platform/scheduling/steady-clock.ts'
import type { Clock, Instant } from '../../platform/time/instant.ts'
import type { MessageContext } from '../compose/message-context.ts'
import type { WriteResult } from '../compose/write-message.ts'
import type { LeasedDelivery } from './leased-delivery.ts'

/** What the record of an outcome needs. */
export interface OutcomeContext {
  database: Database
  clock: Clock
  log: FastifyBaseLogger
  audit: Audit
  /** Called when the provider accepts no messages for some milliseconds. */
  onBusy?: (ms: number) => void
}

/** What an attempt to deliver a message needs. Its clock is that of a batch. */
export interface DeliveryContext extends OutcomeContext {
  senders: Senders
  config: Pick<Config, 'servers' | 'deliverForMicros'>
  secret: Secret
  clock: WorkClock
  /** Returns the origin at which contacts reach this service. */
  origin: () => string
  /** Writes a question about several notifications. Replies register it, because only they lead to a question. */
  writeQuestion: WriteQuestion
}

export type WriteQuestion = (
  context: Pick<DeliveryContext, 'database' | 'clock'>,
  message: MessageContext,
  delivery: LeasedDelivery,
) => Promise<WriteResult>

/** The context of deliveries, without the clock of a batch. */
export interface WorkContext extends Omit<DeliveryContext, 'clock'> {
  steadyClock: SteadyClock
}

/** Why the service sends no message now. `stopped`: the message no longer applies. `failed`: it should have been sent. */
export type UnsentReason = { stopped: string } | { failed: string } | { until: Instant; reason: string }
