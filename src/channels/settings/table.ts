import type { TableData } from '../../platform/database/table-data.ts'
import type { Instant } from '../../platform/time/instant.ts'
import type { ChannelName } from '../channel-names.ts'

declare module '../../platform/database/schema.ts' {
  interface Schema {
    /** The versions of what administrators set up for a channel of the whole service. The latest one counts. */
    channel_settings: {
      channel: ChannelName
      version: number
      /** JSON of the variables, encrypted. Null: the channel was switched off, or a later version has replaced this one. */
      sealed: string | null
      /** JSON of `ShownServer`, without secrets. Null: the channel was switched off. */
      shown: string | null
      changed_at: Instant
      /** The name of the credential. */
      changed_by: string
    }
  }
}

export const channelSettingsData = {
  foundBy: 'no contact',
  columns: {
    channel: 'none',
    version: 'none',
    sealed: 'none',
    shown: 'none',
    changed_at: 'none',
    changed_by: 'staff',
  },
} satisfies TableData<'channel_settings'>
