import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import type { Sender, Watch } from '../channel.ts'
import {
  destinations,
  type OpeningContext,
  openChannel,
  plaintextFaults,
  type Senders,
  unsentChannels,
  watchChannel,
} from '../open-channels.ts'
import { type ChannelName, channelNames } from '../registry.ts'
import type { UnsentChannels } from '../unsent-channels.ts'
import { failingSender, type ReplaceableSender, replaceableSender } from './replaceable-sender.ts'
import { storedState } from './stored-state.ts'

// A change reaches every process within five seconds.
const readEveryMs = 2_000

interface LiveContext {
  config: Config
  database: Database
  secret: Secret
  log: FastifyBaseLogger
  isDemo?: boolean
  /** Called when messages of a channel go to another server from now on. */
  onReplaced?: (channel: ChannelName) => void
}

/** The channels of this process, as the environment and the administration have set them up now. */
export interface LiveChannels {
  isDemo: boolean
  /** Whether the environment names the server. */
  isOfEnvironment(channel: ChannelName): boolean
  /** Returns why the stored settings of a channel cannot be used. */
  faultOf(channel: ChannelName): string | undefined
  /** Whether the environment sets PUBLIC_URL. */
  hasOwnUrl: boolean
  /** Returns the channels whose messages do not leave the service; undefined if there are none. */
  unsent(): UnsentChannels | undefined
  /** Reads the stored settings, and uses them from now on. */
  refresh(): Promise<void>
  /** Opens the channels, and follows changes by other processes until `stop`. */
  open(opening: Omit<OpeningContext, 'config' | 'secret' | 'log'>): Promise<Senders>
  stop(): Promise<void>
  close(): void
}

export function liveChannels(context: LiveContext): LiveChannels {
  const { config, database, secret, log, isDemo = false, onReplaced } = context
  const readState = storedState(config, database, secret)
  const watches = new Map<ChannelName, Watch>()
  let state = readState.empty
  let opened: { senders: Map<ChannelName, ReplaceableSender>; opening: OpeningContext } | undefined
  let timer: NodeJS.Timeout | undefined
  // One read at a time. A read that begins after a write sees it.
  let last = Promise.resolve()

  const refresh = () => {
    last = last.catch(() => {}).then(read)
    return last
  }

  async function read() {
    const before = state
    state = await readState(before)
    const changed = channelNames.filter((name) => before.versions.get(name) !== state.versions.get(name))
    if (!opened || changed.length === 0) return
    for (const name of changed) await replace(name, opened)
    logDestinations()
  }

  async function replace(name: ChannelName, { senders, opening }: NonNullable<typeof opened>) {
    senders.get(name)!.replace(await openSender(name, opening))
    onReplaced?.(name)
    const watch = watches.get(name)
    watches.delete(name)
    await watch?.stop()
    startWatch(name, opening)
  }

  async function openSender(name: ChannelName, opening: OpeningContext): Promise<Sender> {
    const fault = state.faults.get(name)
    if (fault === undefined) return openChannel(name, opening)
    log.warn({ channel: name }, `Messages of this channel wait: ${fault}.`)
    return failingSender(fault)
  }

  function startWatch(name: ChannelName, opening: OpeningContext) {
    const watch = watchChannel(name, opening)
    if (watch) watches.set(name, watch)
  }

  function logDestinations() {
    log.info(destinations(config), 'Destinations of messages')
    void plaintextFaults(config).then((faults) => {
      for (const fault of faults) log.warn(fault)
    })
  }

  return {
    isDemo,
    hasOwnUrl: readState.hasOwnUrl,
    isOfEnvironment: readState.isOfEnvironment,
    faultOf: (channel) => state.faults.get(channel),
    unsent: () => unsentChannels(config, isDemo ? 'demo' : 'no-server'),
    refresh,
    async open(given) {
      await refresh()
      const opening = { ...given, config, secret, log }
      const senders = await Promise.all(
        channelNames.map(async (name) => [name, replaceableSender(await openSender(name, opening))] as const),
      )
      opened = { senders: new Map(senders), opening }
      logDestinations()
      for (const name of channelNames) startWatch(name, opening)
      // While the database is unavailable, the channels stay as they are.
      timer = setInterval(() => refresh().catch(() => {}), readEveryMs).unref()
      return Object.fromEntries(senders) as unknown as Senders
    },
    async stop() {
      clearInterval(timer)
      await last.catch(() => {})
      await Promise.all([...watches.values()].map((watch) => watch.stop()))
    },
    close() {
      for (const sender of opened?.senders.values() ?? []) sender.close()
    },
  }
}
