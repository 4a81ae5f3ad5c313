import { join } from 'node:path'
import { type Config, localFolder } from '../platform/config/config.ts'
import type { Channel, Message, Outcome, Sender, SendingContext, Watch } from './channel.ts'
import { fileSender, pathOf } from './file-sender.ts'
import type { Incoming } from './incoming.ts'
import { type ChannelName, channelNames, channels, findChannel } from './registry.ts'
import type { UnsentChannels } from './unsent-channels.ts'

/** The senders of the channels, by name. */
export type Senders = {
  [One in (typeof channels)[number] as One['name']]: Sender<NonNullable<Awaited<ReturnType<One['compose']>>>>
}

export interface OpeningContext extends Pick<SendingContext, 'secret' | 'log' | 'origin'> {
  config: Config
  /** Returns the handler of the receipts and replies of a channel. */
  incoming: (channel: ChannelName) => Incoming
  /** The outcome of a message that a channel without a server writes to a file. */
  ofFile?: Outcome
}

/** Opens all channels. */
export async function openChannels(context: OpeningContext): Promise<Senders> {
  const opening = channelNames.map(async (name) => [name, await openChannel(name, context)])
  return Object.fromEntries(await Promise.all(opening))
}

/** Opens a channel. Without a server, it writes files to `outbox/`, beside the database. */
export async function openChannel(
  name: ChannelName,
  { config, incoming, ofFile, ...context }: OpeningContext,
): Promise<Sender> {
  const channel = findChannel(name)
  const server = config.servers[name]
  if (!server) return fileSender(channel, messageFolder(config), ofFile)
  return channel.open(server, { ...context, plaintextNetworks: config.plaintextNetworks, incoming: incoming(name) })
}

/** Returns the file of a message, if the channel has no server. */
export const fileOfMessage = (config: Config, name: ChannelName, message: Message) =>
  config.servers[name] ? undefined : pathOf(findChannel(name), messageFolder(config), message)

/** Starts to look for reports on messages that arrive elsewhere than at the routes. */
export function watchChannel(
  name: ChannelName,
  { config: { plaintextNetworks, servers }, incoming, ...context }: Omit<OpeningContext, 'origin'>,
): Watch | undefined {
  const server = servers[name]
  const given = { ...context, plaintextNetworks, incoming: incoming(name) }
  return server && findChannel(name).watch?.(server, given)
}

/** Tries the configured servers without sending. Returns error messages. */
export async function serverFaults({ servers, plaintextNetworks }: Config): Promise<string[]> {
  const found = await Promise.all(
    channels.map(async ({ name, faults }: Channel) => {
      const server = servers[name]
      return (server && (await faults?.(server, plaintextNetworks))) ?? []
    }),
  )
  return found.flat()
}

/** Returns the channels without a server; undefined if there are none. */
export function unsentChannels(
  { servers }: Pick<Config, 'servers'>,
  reason: UnsentChannels['reason'],
): UnsentChannels | undefined {
  const without = channelNames.filter((name) => !servers[name])
  return without.length > 0 ? { channels: without, reason } : undefined
}

/** The folder of the messages of channels without a server. */
export const messageFolder = (config: Config) => join(localFolder(config), 'outbox')

/** Describes the destinations of messages for the operator, without credentials. */
export function destinations(config: Config) {
  const ofChannels = channels.map(({ name, messages }) => [messages, destinationOf(config, name)] as const)
  return {
    ...Object.fromEntries(ofChannels.toSorted()),
    links: config.publicUrl ?? 'the address of this machine. Set PUBLIC_URL to an address that contacts can reach',
  }
}

/** Describes the destination of the messages of a channel. */
export function destinationOf(config: Config, channel: string) {
  const server = config.servers[channel]
  if (!server) return `files in ${messageFolder(config)}`
  const { protocol, host } = new URL(server.url)
  return `${protocol}//${host}, from ${server.from ?? 'the sender that the server sets'}`
}

/** Lists the configured servers that the service refuses to use without TLS, each with a remedy. */
export async function plaintextFaults({ servers, plaintextNetworks }: Config): Promise<string[]> {
  const faults = await Promise.all(
    channels.map(async ({ name, environment, refusal }: Channel) => {
      const server = servers[name]
      const reason = server && (await refusal?.(server, plaintextNetworks))
      return reason === undefined ? [] : [`${environment.url}: ${reason}`]
    }),
  )
  return faults.flat()
}
