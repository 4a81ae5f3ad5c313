import type { Generated } from 'kysely'
import type { ChannelName } from '../../channels/registry.ts'
import { cleared, type TableData } from '../../platform/database/table-data.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import type { AnswerName } from '../../visits/plugins/plugin.ts'
import type { MessageKind } from './kind.ts'
import type { DeliveryState } from './state.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    deliveries: {
      entity_id: string
      delivery_id: string
      notification_id: string
      kind: Generated<MessageKind>
      channel: ChannelName
      uid: string
      /** The uid by which the address compares, as `comparedUid` writes it. */
      compared_uid: string
      link_hash: string
      state: DeliveryState
      attempts: Generated<number>
      /** The earliest time of the next attempt. */
      next_attempt_at: Instant
      /** No attempt follows a failed one later than this. It moves with the due time until the first attempt, which sets it. */
      give_up_at: Instant
      /** The end of the current lease. */
      lease_until: Generated<Instant | null>
      /** The end of the latest attempt that the provider accepted or refused. */
      attempted_at: Generated<Instant | null>
      sent_at: Generated<Instant | null>
      delivered_at: Generated<Instant | null>
      read_at: Generated<Instant | null>
      /** The failure of the latest attempt. */
      reason: Generated<string | null>
      /** The provider's message id, to which its receipts refer. */
      provider_id: Generated<string | null>
      /** The notification of the same visit that this address was told of before. */
      told_of: Generated<string | null>
      /** 0: it is sent at once; n: it waits for the addresses before it. */
      fallback_rank: Generated<number>
      /** Whether it does not wait for the end of quiet hours. */
      urgent: Generated<0 | 1>
      /** The slot that it has reserved, by the entity's limit of messages in a second. */
      slot_at: Generated<Instant | null>
      /** Whether the clinic has removed the address from the visit. */
      removed: Generated<0 | 1>
      /** The notice's number in a question to the contact, the ambiguous answer, and the time of the question. */
      asked_number: Generated<number | null>
      asked_action: Generated<AnswerName | null>
      asked_at: Generated<Instant | null>
      /** Whether its notification is a test: its message is not sent. */
      test: Generated<0 | 1>
      /** The first delivery of the joint message of the latest attempt. Null: the message was about this visit only. */
      joint_id: Generated<string | null>
    }
    /** The addresses that messages do not reach. The entity sends them nothing until they are submitted again. */
    undeliverable_addresses: {
      entity_id: string
      channel: ChannelName
      /** As `comparedUid` writes it. */
      uid: string
      since: Instant
      /** The provider's description of the first failure. */
      reason: string
    }
    /** The messages from contacts whose provider names each message, so that a repeated callback changes nothing. */
    received_messages: {
      entity_id: string
      channel: ChannelName
      /** As `comparedUid` writes it. */
      uid: string
      /** The provider's id. */
      message_id: string
      /** When the contact sent it, or else when it arrived. */
      sent_at: Instant
      /** The notification whose button the contact tapped. */
      notification_id: string | null
    }
    /** Counts an entity's messages in a channel, if it has a limit. */
    message_counters: {
      entity_id: string
      channel: ChannelName
      /** The day of the entity's zone that `messages` counts, as YYYY-MM-DD. */
      day: string
      messages: number
      /** The next free slot. */
      next_slot_at: Instant
    }
  }
}

const linkMark = 'removed '

/** The link finds nothing any more. */
const withoutLink = (hash: string) => (hash.startsWith(linkMark) ? hash : linkMark + hash)

export const deliveriesData = {
  foundBy: 'notification',
  removal: 'clear',
  columns: {
    entity_id: 'none',
    delivery_id: 'none',
    notification_id: 'none',
    kind: 'none',
    channel: 'none',
    uid: cleared(''),
    compared_uid: cleared(''),
    link_hash: cleared(withoutLink),
    state: 'none',
    attempts: 'none',
    next_attempt_at: 'none',
    give_up_at: 'none',
    lease_until: 'none',
    attempted_at: 'none',
    sent_at: 'none',
    delivered_at: 'none',
    read_at: 'none',
    reason: cleared(null, 'messages'),
    provider_id: 'none',
    told_of: 'none',
    fallback_rank: 'none',
    urgent: 'none',
    slot_at: 'none',
    removed: 'none',
    asked_number: 'none',
    asked_action: 'none',
    asked_at: 'none',
    test: 'none',
    joint_id: 'none',
  },
} satisfies TableData<'deliveries'>

export const undeliverableAddressesData = {
  foundBy: 'address',
  removal: 'delete',
  kept: 'notifications',
  columns: {
    entity_id: 'none',
    channel: 'none',
    uid: 'contact',
    since: 'none',
    reason: 'contact',
  },
} satisfies TableData<'undeliverable_addresses'>

export const receivedMessagesData = {
  foundBy: 'address',
  removal: 'delete',
  kept: 'replies',
  // Longer than providers repeat a message, and than a conversation lasts.
  ends: { column: 'sent_at', after: hours(30 * 24) },
  columns: {
    entity_id: 'none',
    channel: 'none',
    uid: 'contact',
    message_id: 'none',
    sent_at: 'none',
    notification_id: 'none',
  },
} satisfies TableData<'received_messages'>

export const messageCountersData = {
  foundBy: 'no contact',
  columns: {
    entity_id: 'none',
    channel: 'none',
    day: 'none',
    messages: 'none',
    next_slot_at: 'none',
  },
} satisfies TableData<'message_counters'>
