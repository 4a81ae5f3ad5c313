import type { Instant } from '../instant.ts'
import type { ChannelName } from '../notifications/address.ts'
import type { Meaning } from './meaning.ts'

declare module '../database/schema.ts' {
  interface Schema {
    /** What contacts wrote back that is no answer, for people to read. */
    replies: {
      entity_id: string
      received_at: Instant
      reply_id: string
      /** The notification that it is about, where there is only one. */
      notification_id: string | null
      channel: ChannelName
      uid: string
      text: string
      read_as: Meaning
    }
  }
}
