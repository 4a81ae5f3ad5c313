import type {
  ChannelRecord,
  ChannelSettings,
  ChannelStatus,
  ChannelTest,
  ChannelTestResult,
} from '../src/administration/channels/channel-record.ts'
import type { ChannelName } from '../src/channels/channel-names.ts'
import type { Connection } from './connection.ts'
import type { TaggedResource } from './tagged.ts'

/** The servers of the service's channels. They need a credential for all entities. */
export interface ChannelMethods {
  /** Lists the channels, and says whether their messages go out. */
  channels(): Promise<ChannelStatus[]>
  /** Returns how a channel is set up, without secrets. */
  channel(channel: ChannelName): Promise<TaggedResource<ChannelRecord>>
  /** Sets up a channel. Throws ProblemError `invalid-body` with the names of the wrong settings. */
  setChannel(channel: ChannelName, settings: ChannelSettings, etag: string): Promise<TaggedResource<ChannelRecord>>
  /** Switches a channel off. */
  removeChannel(channel: ChannelName, etag: string): Promise<void>
  /** Connects to a server, for up to half a minute. */
  testChannel(channel: ChannelName, test: ChannelTest): Promise<ChannelTestResult>
}

export const channelMethods = ({ ask, askJson, askTagged, address }: Connection): ChannelMethods => ({
  channels: () => askJson('', address('channels')),
  channel: (channel) => askTagged('', address('channels', channel)),
  setChannel: (channel, body, etag) =>
    askTagged('', address('channels', channel), { change: { method: 'PUT', body, etag } }),
  async removeChannel(channel, etag) {
    await ask('', address('channels', channel), { change: { method: 'DELETE', etag } })
  },
  testChannel: (channel, body) => askJson('', address('channels', channel, 'test'), { change: { body, key: null } }),
})
