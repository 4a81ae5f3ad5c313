import type { Acknowledgement, NewAcknowledgement } from '../src/systems/acknowledgements/acknowledgement.ts'
import type { SourceLag } from '../src/systems/acknowledgements/lag.ts'
import type { AcknowledgementFilters } from '../src/systems/acknowledgements/list.ts'
import type { ResendResult } from '../src/systems/acknowledgements/resend.ts'
import { type Connection, filtered } from './connection.ts'

export interface AcknowledgementMethods {
  /** Says which events the client has applied, and why it could not apply others. Throws ProblemError `invalid-body` with all
   *  faults, and then nothing is stored. */
  acknowledge(entityId: string, items: NewAcknowledgement[]): Promise<{ stored: number }>
  /** Lists what all sources say about events, in the order of the log. Each request reads at most `limit`, by default 1,000. */
  acknowledgements(entityId: string, filters?: AcknowledgementFilters, limit?: number): AsyncGenerator<Acknowledgement>
  /** Returns how far each source is behind the log, and what it could not apply. */
  lag(entityId: string): Promise<SourceLag[]>
  /** Has an event that a source could not apply sent again. */
  resendEvent(entityId: string, sequence: number): Promise<ResendResult>
}

export const acknowledgementMethods = ({ askJson, each, address }: Connection): AcknowledgementMethods => ({
  acknowledge: (entityId, items) =>
    askJson(entityId, address('acknowledgements', entityId), { change: { body: items } }),
  acknowledgements: (entityId, filters = {}, limit = 1_000) =>
    each<Acknowledgement>(
      entityId,
      filtered(address('acknowledgements', entityId), { ...filters, limit: String(limit) }),
    ),
  lag: (entityId) => askJson(entityId, address('acknowledgements', entityId, 'lag')),
  resendEvent: (entityId, sequence) =>
    askJson(entityId, address('acknowledgements', entityId, String(sequence), 'resend'), { change: {} }),
})
