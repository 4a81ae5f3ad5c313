import type { Generated } from 'kysely'
import type { ChannelName } from '../../channels/registry.ts'
import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { Meaning } from './meaning.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** Contacts' messages that are not answers, for people to read. */
    replies: {
      entity_id: string
      received_at: Instant
      reply_id: string
      /** The notification that the reply is about, if only one is possible. */
      notification_id: string | null
      channel: ChannelName
      uid: string
      text: string
      read_as: Meaning
      /** When staff read the reply, and the name of their credential. */
      read_at: Generated<Instant | null>
      read_by: Generated<string | null>
      /** The delivery of the clinic's latest answer. */
      answer_id: Generated<string | null>
    }
  }
}

export const repliesData = {
  foundBy: 'notification or address',
  removal: 'delete',
  kept: 'replies',
  columns: {
    entity_id: 'none',
    received_at: 'none',
    reply_id: 'none',
    notification_id: 'none',
    channel: 'none',
    uid: 'contact',
    text: 'contact',
    read_as: 'none',
    read_at: 'none',
    read_by: 'staff',
    answer_id: 'none',
  },
} satisfies TableData<'replies'>
