import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Secret } from '../../platform/keys/secret.ts'
import type { ChannelName } from '../channel-names.ts'
import { readSettings } from './check.ts'
import { type StoredChannel, storedChannels } from './stored.ts'

/** The stored settings that this process uses. */
interface StoredState {
  /** The versions of the channels that are set up, also of those with a fault. */
  versions: Map<ChannelName, number>
  /** Why the settings of a channel cannot be used. */
  faults: Map<ChannelName, string>
}

const otherKey = 'the stored settings cannot be read with this SECRET_KEY. Restore the key, or enter the settings again'

/** Returns a function that reads the stored settings, and puts them into the configuration where the environment says nothing. */
export function storedState(config: Config, database: Database, secret: Pick<Secret, 'unseal'>) {
  const ofEnvironment = { ...config.servers }
  const { publicUrl: ownUrl, plaintextListed } = config
  const isOfEnvironment = (name: ChannelName) => ofEnvironment[name] !== undefined

  /** @param before the state that is used now */
  async function read(before: StoredState): Promise<StoredState> {
    const all = await storedChannels(database, secret)
    const stored = [...all.values()].filter(({ channel }) => !isOfEnvironment(channel))
    const isSame =
      stored.length === before.versions.size &&
      stored.every(({ channel, version }) => before.versions.get(channel) === version)
    if (isSame) return before
    const state: StoredState = { versions: new Map(), faults: new Map() }
    for (const name of Object.keys(config.servers)) if (!ofEnvironment[name]) delete config.servers[name]
    // Of several addresses of the service, the one that was set last counts.
    let publicUrl = ownUrl
    for (const one of stored.toSorted((a, b) => a.changedAt - b.changedAt)) {
      const found = serverOf(one)
      state.versions.set(one.channel, one.version)
      if ('fault' in found) {
        state.faults.set(one.channel, found.fault)
        continue
      }
      config.servers[one.channel] = found.server
      publicUrl = ownUrl ?? found.publicUrl
    }
    config.publicUrl = publicUrl
    return state
  }

  function serverOf({ channel, variables: decrypt }: StoredChannel) {
    const variables = decrypt()
    if (!variables) return { fault: otherKey }
    const found = readSettings(channel, variables, { plaintextListed, publicUrl: ownUrl })
    if (!('faults' in found)) return found
    return { fault: found.faults.map(({ variable, reason }) => `${variable} ${reason}`).join('. ') }
  }

  const empty: StoredState = { versions: new Map(), faults: new Map() }
  return Object.assign(read, { empty, isOfEnvironment, hasOwnUrl: ownUrl !== undefined })
}
