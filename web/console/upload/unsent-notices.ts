import { channelNames } from '../../../client/choices.ts'
import type { Mapping } from '../../../client/client.ts'
import type { Session } from '../../shared/access/session.ts'

type Channel = (typeof channelNames)[number]

/** The notices of a file that do not leave the service. */
export interface UnsentNotices {
  reason: NonNullable<Session['unsent']>['reason']
  channels: Channel[]
  /** `all`: the file has addresses in these channels only. */
  extent: 'all' | 'some'
}

/** Returns which notices of the mapped columns the service would write to files; undefined for none. */
export function unsentNotices(
  { unsent }: Pick<Session, 'unsent'>,
  mapping: Mapping | undefined,
): UnsentNotices | undefined {
  if (!unsent || !mapping) return undefined
  const used = channelNames.filter((name) => mapping.fields[name] !== undefined)
  const channels = used.filter((name) => unsent.channels.includes(name))
  if (channels.length === 0) return undefined
  return { reason: unsent.reason, channels, extent: channels.length === used.length ? 'all' : 'some' }
}
