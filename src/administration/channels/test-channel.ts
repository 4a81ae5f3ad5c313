import type { Channel } from '../../channels/channel.ts'
import { type ChannelName, findChannel } from '../../channels/registry.ts'
import { incoming } from '../../contacts/replies/incoming.ts'
import { attempt, composeTest } from '../../contacts/templates/send-test.ts'
import { findEntity } from '../../entities/entity.ts'
import type { Server } from '../../platform/config/channel-environment.ts'
import { Problem } from '../../platform/errors/errors.ts'
import { invalidBody } from '../../platform/errors/invalid-body.ts'
import type { RouteContext } from '../../platform/http/feature.ts'
import { dialectOf } from '../../platform/languages/languages.ts'
import { shortReason } from '../../platform/text/short-reason.ts'
import { plugins } from '../../visits/plugins/registry.ts'
import { givenServer, requireChangeable } from './change-channel.ts'
import type { ChannelTest, ChannelTestResult } from './channel-record.ts'
import type { ChannelContext } from './read-channel.ts'

type TestContext = ChannelContext & RouteContext

// Tests of servers have one budget for the service. No entity has an id with a space.
const budget = 'all servers'

/** Connects to a server as `rollcall check` does, and sends a test message if the request names an address.
 *  @throws Problem channel-set-elsewhere, invalid-body, entity-not-found, rate-limited */
export async function testChannel(
  context: TestContext,
  channel: ChannelName,
  { settings, to }: ChannelTest,
): Promise<ChannelTestResult> {
  const server = serverFor(context, channel, settings)
  context.countTest(budget)
  const faults = await findChannel(channel).faults!(server, context.config.plaintextNetworks)
  if (faults.length > 0 || !to) return { faults: faults.map(faultOf) }
  return sendTo(context, channel, server, to)
}

function serverFor(context: TestContext, channel: ChannelName, settings: ChannelTest['settings']): Server {
  if (settings) {
    requireChangeable(context, channel)
    return givenServer(context, channel, settings, '/settings').server
  }
  const present = context.config.servers[channel]
  if (!present) throw invalidBody([{ pointer: '/settings', reason: 'must be given, because the channel is off' }])
  return present
}

/** Sends the notice of an example visit over a connection of its own. */
async function sendTo(
  context: TestContext,
  name: ChannelName,
  server: Server,
  { entity_id, address: uid }: NonNullable<ChannelTest['to']>,
): Promise<ChannelTestResult> {
  const { database, clock, origin, config, secret, log } = context
  const entity = await findEntity(database, entity_id)
  if (!entity) throw new Problem('entity-not-found')
  const channel: Channel = findChannel(name)
  const { category, target } = plugins[0]!
  const language = dialectOf(entity.language)
  const key = { entity_id, category, target, kind: 'notice', channel: name, language } as const
  const rendering = { database, clock, origin, servers: { ...config.servers, [name]: server } }
  const message = await composeTest(rendering, key, { uid })
  const { plaintextNetworks } = config
  const sender = await channel.open(server, {
    plaintextNetworks,
    secret,
    log,
    origin,
    incoming: incoming(context, name),
  })
  const unsent = await attempt(sender, message).finally(() => sender.close())
  return { faults: unsent ? [{ setting: channel.environment.url, reason: unsent.reason }] : [] }
}

/** A fault begins with the name of its variable. */
function faultOf(fault: string) {
  const [, setting = '', reason = fault] = /^([A-Z_]+): (.*)$/s.exec(fault) ?? []
  return { setting, reason: shortReason(reason) }
}
