import { type ChannelName, channelNames, findChannel } from '../../channels/registry.ts'
import type { LiveChannels } from '../../channels/settings/live-channels.ts'
import { shownServer } from '../../channels/settings/shown-server.ts'
import { listVersions, type StoredChannel, storedChannels } from '../../channels/settings/stored.ts'
import type { ChannelHealth } from '../../messages/delivery/channel-health.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { formatInstant } from '../../platform/time/instant.ts'
import type { ChannelRecord, ChannelStatus, ChannelVersion } from './channel-record.ts'

export interface ChannelContext extends Pick<RouteContext, 'database' | 'config' | 'secret'> {
  live: LiveChannels
}

/** Returns how a channel is set up, without secrets. */
export async function readChannel(context: ChannelContext, channel: ChannelName): Promise<ChannelRecord> {
  const stored = await storedChannels(context.database, context.secret)
  return recordOf(context, channel, stored.get(channel))
}

/** Returns all channels with the success of their messages. */
export async function listChannels(context: ChannelContext, health: ChannelHealth): Promise<ChannelStatus[]> {
  const stored = await storedChannels(context.database, context.secret)
  return channelNames.map((channel) => {
    const record = recordOf(context, channel, stored.get(channel))
    const { acceptedAt, failure } = health.latestOf(channel)
    return {
      ...record,
      state: record.source === 'none' ? 'off' : record.fault === undefined ? health.stateOf(channel).state : 'fails',
      ...(acceptedAt !== undefined && { last_accepted_at: formatInstant(acceptedAt) }),
      ...(failure && { last_failure: { at: formatInstant(failure.at), reason: failure.reason } }),
    }
  })
}

function recordOf(
  { config, live }: ChannelContext,
  channel: ChannelName,
  stored: StoredChannel | undefined,
): ChannelRecord {
  const common = {
    channel,
    variable: findChannel(channel).environment.url,
    ...(config.publicUrl !== undefined && { public_url: config.publicUrl }),
    ...(live.hasOwnUrl && { public_url_in_environment: true as const }),
  }
  const server = config.servers[channel]
  if (live.isOfEnvironment(channel)) return { ...common, source: 'environment', server: shownServer(server!) }
  if (!stored) return { ...common, source: 'none' }
  const fault = live.faultOf(channel)
  return {
    ...common,
    source: 'stored',
    server: stored.shown,
    ...(fault !== undefined && { fault }),
    changed_at: formatInstant(stored.changedAt),
    changed_by: stored.changedBy,
  }
}

/** Lists the latest versions of a channel, the newest first. */
export async function channelHistory({ database }: ChannelContext, channel: ChannelName): Promise<ChannelVersion[]> {
  const rows = await listVersions(database, channel)
  return rows.map(({ version, shown, changed_at, changed_by }) => ({
    version,
    changed_at: formatInstant(changed_at),
    changed_by,
    ...(shown !== null && { server: JSON.parse(shown) }),
  }))
}
