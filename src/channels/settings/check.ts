import type { ChannelVariables, Server } from '../../platform/config/channel-environment.ts'
import { readHttpUrl } from '../../platform/config/environment.ts'
import { environmentWith } from '../../platform/config/read-environment.ts'
import { type ChannelName, findChannel } from '../registry.ts'

/** What the environment of the service says about any server. */
export interface Surroundings {
  plaintextListed: string | undefined
  /** PUBLIC_URL, unless the settings name it. */
  publicUrl: string | undefined
}

interface SettingFault {
  variable: string
  reason: string
}

/** Reads the settings of a channel by the rules for environment variables. Returns the server, or the faults. */
export function readSettings(
  name: ChannelName,
  given: ChannelVariables,
  { plaintextListed, publicUrl }: Surroundings,
): { server: Server; publicUrl: string } | { faults: SettingFault[] } {
  const { environment } = findChannel(name)
  const foreign = Object.keys(given).filter((variable) => !settingNames(name).includes(variable))
  if (foreign.length > 0)
    return { faults: foreign.map((variable) => ({ variable, reason: 'is not a setting of this channel' })) }
  if (!given[environment.url]) return { faults: [{ variable: environment.url, reason: 'must be set' }] }
  const env = { PUBLIC_URL: publicUrl, PLAINTEXT_NETWORKS: plaintextListed, ...given }
  const rules = [...environment.rules, ...(environment.storedRules ?? [])]
  const faults = environmentWith([{ ...environment, rules }])
    .faults(env)
    .map(faultOf)
  return faults.length > 0
    ? { faults }
    : { server: environment.read(withoutEmpty(given)), publicUrl: readHttpUrl(env.PUBLIC_URL!)! }
}

/** The variables that an administrator can set for a channel. */
const settingNames = (name: ChannelName): string[] => [
  ...Object.keys(findChannel(name).environment.variables),
  'PUBLIC_URL',
]

/** A fault begins with the name of its variable. */
function faultOf(sentence: string): SettingFault {
  const [, variable = '', reason = sentence] = /^([A-Z_]+) (.*?)\.?$/s.exec(sentence) ?? []
  return { variable, reason }
}

const withoutEmpty = (given: ChannelVariables) => Object.fromEntries(Object.entries(given).filter(([, value]) => value))
