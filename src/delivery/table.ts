import type { Generated } from 'kysely'
import type { Instant } from '../instant.ts'
import type { ChannelName } from '../notifications/address.ts'
import type { AnswerName } from '../notifications/answer-name.ts'
import type { Kind } from './kind.ts'
import type { DeliveryState } from './outbox.ts'

declare module '../database/schema.ts' {
  interface Schema {
    deliveries: {
      entity_id: string
      delivery_id: string
      notification_id: string
      kind: Generated<Kind>
      channel: ChannelName
      uid: string
      link_hash: string
      state: DeliveryState
      attempts: Generated<number>
      /** Not sent before; of a pending one, when it is tried next. */
      next_attempt_at: Instant
      /** No attempt after this one is made. */
      give_up_at: Instant
      /** Until then, one process is at it. */
      lease_until: Generated<Instant | null>
      sent_at: Generated<Instant | null>
      delivered_at: Generated<Instant | null>
      /** Why the latest attempt failed. */
      reason: Generated<string | null>
      /** Under which the provider will tell whether it was delivered. */
      provider_id: Generated<string | null>
      /** Of a notice that was asked about by number: which, the answer that it was asked about, and when. */
      asked_number: Generated<number | null>
      asked_action: Generated<AnswerName | null>
      asked_at: Generated<Instant | null>
    }
    /** Who wants no more messages of an entity on a channel. */
    opt_outs: {
      entity_id: string
      channel: ChannelName
      uid: string
      opted_out_at: Instant
    }
  }
}
