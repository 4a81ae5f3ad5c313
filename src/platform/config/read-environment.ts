import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { alternatives } from './alternatives.ts'
import type { ChannelEnvironment, ChannelVariables, Rule } from './channel-environment.ts'
import { isPostgres } from './database-url.ts'
import { type Environment, type Settings, settingsOf } from './environment.ts'
import { protocolOf } from './setting.ts'
import { signInRules } from './sign-in.ts'

type AnyRule = Rule<Environment & ChannelVariables>

const serviceRules: Rule<Environment>[] = [
  ...signInRules,
  {
    when: (env) => env.DATABASE_REPLICA_URL && !isPostgres(env.DATABASE_URL),
    fault: 'DATABASE_URL must be a postgres: URL, because DATABASE_REPLICA_URL is set',
  },
  { when: (env) => env.PORT > 0 && env.METRICS_PORT === env.PORT, fault: 'METRICS_PORT must differ from PORT' },
]

/** The rules about the servers of all channels. */
function serverRules(channels: ChannelEnvironment[]): AnyRule[] {
  const variables = alternatives(channels.map(({ url }) => url))
  const plaintext = channels.flatMap(({ plaintextProtocols }) => Object.entries(plaintextProtocols))
  const withoutTls = plaintext.map(([url, protocols]) => `${url} is an ${alternatives(protocols)} URL`)
  return [
    {
      when: (env) => !env.PUBLIC_URL && channels.some(({ url }) => env[url]),
      fault: `PUBLIC_URL must be set, because ${variables} is: links in messages begin with it`,
    },
    {
      when: (env) =>
        env.PLAINTEXT_NETWORKS && !plaintext.some(([url, protocols]) => protocols.includes(protocolOf(env[url])!)),
      warning: `PLAINTEXT_NETWORKS has no effect unless ${alternatives(withoutTls)}`,
    },
  ]
}

/** Returns the variables of the service and of these channels, and the function that reads them from an environment. An empty variable
 *  counts as unset. */
export function environmentWith(channels: ChannelEnvironment[]) {
  const settings = settingsOf(channels)
  const rules: AnyRule[] = [...serviceRules, ...channels.flatMap((channel) => channel.rules), ...serverRules(channels)]
  const faultsOf = (env: Environment & ChannelVariables) => [
    ...Object.entries(env).flatMap(([name, value]) => faultOf(name, settings[name]!, value)),
    ...rules.flatMap(({ when, fault }) => (fault && when(env) ? [`${fault}.`] : [])),
  ]
  return {
    settings,
    /** Lists every fault. Each is a sentence that begins with the name of a variable, without values that can hold a secret. */
    faults: (given: NodeJS.ProcessEnv) => faultsOf(withDefaults(settings, given)),
    /** @throws Error that lists every fault, without values that can hold a secret */
    read(given: NodeJS.ProcessEnv) {
      const env = withDefaults(settings, given)
      const faults = faultsOf(env)
      if (faults.length === 0) return env
      throw new Error(`Invalid environment:${faults.length === 1 ? ' ' : '\n  '}${faults.join('\n  ')}`)
    },
    /** Names the variables that are set but have no effect. */
    warnings(given: NodeJS.ProcessEnv): string[] {
      const env = withDefaults(settings, given)
      return rules.flatMap(({ when, warning }) => (warning && when(env) ? [warning] : []))
    },
  }
}

function withDefaults(settings: Settings, given: NodeJS.ProcessEnv) {
  const values = Object.entries(settings).map(([name, schema]) => [name, read(schema, given[name])] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Environment & ChannelVariables
}

function read(schema: Settings[string], text: string | undefined) {
  if (!text) return schema.default
  return Type.IsInteger(schema) && /^\d{1,10}$/.test(text) ? Number(text) : text
}

function faultOf(name: string, schema: Settings[string], value: unknown): string[] {
  if (Value.Check(schema, value)) return []
  // A text can hold a password; a number or a choice cannot.
  const got = Type.IsInteger(schema) || Type.IsEnum(schema) ? ` (got ${value})` : ''
  return [`${name} must be ${schema.expects}${got}.`]
}
