import type { Generated } from 'kysely'
import type { ChannelName } from '../channels/registry.ts'
import type { Instant } from '../instant.ts'
import type { AnswerName } from '../plugins/answer-name.ts'
import type { MessageKind } from './kind.ts'
import type { DeliveryState } from './outbox.ts'

declare module '../database/schema.ts' {
  interface Schema {
    deliveries: {
      entity_id: string
      delivery_id: string
      notification_id: string
      kind: Generated<MessageKind>
      channel: ChannelName
      uid: string
      /** The uid by which the address compares, where it differs: `comparedUid`. */
      mailbox: Generated<string | null>
      link_hash: string
      state: DeliveryState
      attempts: Generated<number>
      /** The earliest time of the next attempt. */
      next_attempt_at: Instant
      /** No attempt starts after this time. */
      give_up_at: Instant
      /** The end of the current lease. */
      lease_until: Generated<Instant | null>
      sent_at: Generated<Instant | null>
      delivered_at: Generated<Instant | null>
      /** The failure of the latest attempt. */
      reason: Generated<string | null>
      /** The provider's message id, to which its receipts refer. */
      provider_id: Generated<string | null>
      /** The notification of the same visit that this address was told of before. */
      told_of: Generated<string | null>
      /** Whether the clinic has removed the address from the visit. */
      removed: Generated<0 | 1>
      /** The notice's number in a question to the contact, the ambiguous answer, and the time of the question. */
      asked_number: Generated<number | null>
      asked_action: Generated<AnswerName | null>
      asked_at: Generated<Instant | null>
    }
  }
}
