import type { Generated } from 'kysely'
import type { ChannelName } from '../../channels/registry.ts'
import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { OptOutReason } from './opt-out.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** The addresses that have opted out of an entity's messages. */
    opt_outs: {
      entity_id: string
      channel: ChannelName
      /** As `comparedUid` writes it. */
      uid: string
      opted_out_at: Instant
      reason: Generated<OptOutReason>
      /** The reason that `not-me` replaced. */
      replaced: Generated<OptOutReason | null>
      /** The notification whose page or message the request came from. */
      notification_id: Generated<string | null>
    }
    /** The contacts who get no messages at an address that others share. */
    contact_opt_outs: {
      entity_id: string
      channel: ChannelName
      /** As `comparedUid` writes it. */
      uid: string
      contact_external_id: string
      opted_out_at: Instant
      /** The notification whose page the request came from. */
      notification_id: string
    }
  }
}

export const optOutsData = {
  foundBy: 'address',
  removal: 'delete',
  kept: 'until erasure',
  columns: {
    entity_id: 'none',
    channel: 'none',
    uid: 'contact',
    opted_out_at: 'none',
    reason: 'none',
    replaced: 'none',
    notification_id: 'none',
  },
} satisfies TableData<'opt_outs'>

export const contactOptOutsData = {
  foundBy: 'contact',
  removal: 'delete',
  kept: 'until erasure',
  columns: {
    entity_id: 'none',
    channel: 'none',
    uid: 'contact',
    contact_external_id: 'contact',
    opted_out_at: 'none',
    notification_id: 'none',
  },
} satisfies TableData<'contact_opt_outs'>
