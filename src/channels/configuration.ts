import { configOf } from '../platform/config/config.ts'
import { environmentWith } from '../platform/config/read-environment.ts'
import type { Channel } from './channel.ts'
import { channels } from './registry.ts'

const listed: Channel[] = channels.toSorted((one, other) => one.messages.localeCompare(other.messages))
const environment = environmentWith(listed.map((channel) => channel.environment))

/** The variables that configure the service and its channels. */
export const { settings, warnings: environmentWarnings } = environment

/** Reads the configuration from the environment.
 *  @throws Error that lists every fault */
export function readConfig(given: NodeJS.ProcessEnv) {
  const env = environment.read(given)
  const configured = listed.filter((channel) => env[channel.environment.url])
  return configOf(env, Object.fromEntries(configured.map((channel) => [channel.name, channel.environment.read(env)])))
}
