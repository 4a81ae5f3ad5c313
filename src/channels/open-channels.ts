import { join } from 'node:path'
import { type Config, localFolder } from '../config/config.ts'
import type { Channel, Incoming, Sender, SendingContext } from './channel.ts'
import { folderSender } from './folder.ts'
import { type ChannelName, channels } from './registry.ts'

/** The senders of the channels, by name. */
export type Senders = {
  [One in (typeof channels)[number] as One['name']]: Sender<Awaited<ReturnType<One['compose']>>>
}

interface OpeningContext extends Pick<SendingContext, 'secret' | 'log' | 'origin'> {
  config: Config
  /** Returns what receives the receipts and replies of a channel. */
  incoming: (channel: ChannelName) => Incoming
}

/** Opens all channels. A channel without a server writes files to `outbox/`, beside the database. */
export async function openChannels({ config, incoming, ...context }: OpeningContext): Promise<Senders> {
  const { plaintextNetworks } = config
  const opening = channels.map(async (channel: Channel & { name: ChannelName }) => {
    const server = config.servers[channel.name]
    const given = { ...context, plaintextNetworks, incoming: incoming(channel.name) }
    return [channel.name, server ? await channel.open(server, given) : folderSender(channel, outbox(config))]
  })
  return Object.fromEntries(await Promise.all(opening))
}

const outbox = (config: Config) => join(localFolder(config), 'outbox')

/** Describes the destinations of messages for the operator, without credentials. */
export function destinations(config: Config) {
  const ofChannels = channels.map(({ name, messages }) => [messages, destinationOf(config, name)] as const)
  return {
    ...Object.fromEntries(ofChannels.toSorted()),
    links: config.publicUrl ?? 'the address of this machine. Set PUBLIC_URL to an address that contacts can reach',
  }
}

function destinationOf(config: Config, channel: string) {
  const server = config.servers[channel]
  if (!server) return `files in ${outbox(config)}`
  const { protocol, host } = new URL(server.url)
  return `${protocol}//${host}, from ${server.from ?? 'the sender that the server sets'}`
}

/** Lists the configured servers that the service refuses to use without TLS, each with a remedy. */
export async function plaintextFaults({ servers, plaintextNetworks }: Config): Promise<string[]> {
  const faults = await Promise.all(
    channels.map(async ({ name, settings, refusal }: Channel) => {
      const server = servers[name]
      const reason = server && (await refusal?.(server, plaintextNetworks))
      return reason === undefined ? [] : [`${settings.url}: ${reason}`]
    }),
  )
  return faults.flat()
}
