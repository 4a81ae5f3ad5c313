import type { ChannelName } from '../../channels/registry.ts'
import { readSettings } from '../../channels/settings/check.ts'
import { shownServer } from '../../channels/settings/shown-server.ts'
import { latestVersion, replaceSettings } from '../../channels/settings/stored.ts'
import type { Author } from '../../entities/history/change-resource.ts'
import type { Server } from '../../platform/config/channel-environment.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { invalidBody } from '../../platform/errors/invalid-body.ts'
import { matchesTag } from '../../platform/http/entity-tag.ts'
import type { Clock } from '../../platform/time/instant.ts'
import type { ChannelRecord, ChannelSettings } from './channel-record.ts'
import { type ChannelContext, readChannel } from './read-channel.ts'

interface ChangeContext extends ChannelContext {
  clock: Clock
}

/** Sets up a channel. Later messages of this process go to the new server; those of others within five seconds.
 *  @throws Problem channel-set-elsewhere, changed-meanwhile, invalid-body */
export async function setChannel(
  context: ChangeContext,
  channel: ChannelName,
  given: ChannelSettings,
  author: Author,
): Promise<ChannelRecord> {
  const before = await versionBefore(context, channel, author)
  const { server, publicUrl } = givenServer(context, channel, given)
  const { PUBLIC_URL: _, ...ofServer } = Object.fromEntries(Object.entries(given).filter(([, value]) => value))
  const variables = context.live.hasOwnUrl ? ofServer : { ...ofServer, PUBLIC_URL: publicUrl }
  return replace(context, channel, before, { variables, shown: shownServer(server) }, author)
}

/** Switches a channel off: its messages become files.
 *  @throws Problem channel-set-elsewhere, changed-meanwhile */
export async function removeChannel(context: ChangeContext, channel: ChannelName, author: Author) {
  const before = await versionBefore(context, channel, author)
  if ((await readChannel(context, channel)).source === 'none') return
  await replace(context, channel, before, undefined, author)
}

/** Reads settings from a request.
 *  @throws Problem invalid-body
 *  @param at the place of the settings in the body */
export function givenServer(
  { config: { plaintextListed, publicUrl } }: ChannelContext,
  channel: ChannelName,
  given: ChannelSettings,
  at = '',
): { server: Server; publicUrl: string } {
  const read = readSettings(channel, given, { plaintextListed, publicUrl })
  if (!('faults' in read)) return read
  throw invalidBody(read.faults.map(({ variable, reason }) => ({ pointer: `${at}/${variable}`, reason })))
}

/** @throws Problem channel-set-elsewhere */
export function requireChangeable({ live }: ChannelContext, channel: ChannelName) {
  if (live.isDemo) throw new Problem('channel-set-elsewhere', { reason: 'demo' })
  if (live.isOfEnvironment(channel)) throw new Problem('channel-set-elsewhere', { reason: 'environment' })
}

/** Returns the latest version. A change after this one makes `replaceSettings` fail. */
async function versionBefore(context: ChangeContext, channel: ChannelName, { ifMatch }: Author): Promise<number> {
  requireChangeable(context, channel)
  const version = await latestVersion(context.database, channel)
  if (!matchesTag(ifMatch, await readChannel(context, channel))) throw new Problem('changed-meanwhile')
  return version
}

async function replace(
  context: ChangeContext,
  channel: ChannelName,
  before: number,
  settings: Parameters<typeof replaceSettings>[2]['settings'],
  { by }: Author,
): Promise<ChannelRecord> {
  const { database, secret, clock, live } = context
  await replaceSettings(database, secret, { channel, before, settings, by, at: clock.now() })
  await live.refresh()
  return readChannel(context, channel)
}
