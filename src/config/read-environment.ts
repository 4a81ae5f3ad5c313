import { isIP } from 'node:net'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { isPostgres } from './database-url.ts'
import { type Environment, settings } from './environment.ts'
import { holds, plaintextNetworks, thisMachine } from './networks.ts'

/** Rules about combinations of variables. A fault prevents the start; a warning names a variable that has no effect. */
const rules: { when: (env: Environment) => unknown; fault?: string; warning?: string }[] = [
  {
    when: (env) => env.READ_FROM === 'replica' && !env.DATABASE_REPLICA_URL,
    fault: 'DATABASE_REPLICA_URL must be set, because READ_FROM is replica',
  },
  {
    when: (env) => env.READ_FROM === 'replica' && !isPostgres(env.DATABASE_URL),
    fault: 'DATABASE_URL must be a postgres: URL, because READ_FROM is replica',
  },
  {
    when: (env) => protocolOf(env.SMS_URL) === 'http:' && !isPlaintextAllowed(env),
    fault: `SMS_URL must be ${settings.SMS_URL.expects}`,
  },
  { when: (env) => env.PORT > 0 && env.METRICS_PORT === env.PORT, fault: 'METRICS_PORT must differ from PORT' },
  {
    when: (env) => (env.SMTP_URL || env.SMS_URL) && !env.PUBLIC_URL,
    fault: 'PUBLIC_URL must be set, because SMTP_URL or SMS_URL is: links in messages begin with it',
  },
  {
    when: (env) => env.READ_FROM === 'primary' && env.DATABASE_REPLICA_URL,
    warning: 'DATABASE_REPLICA_URL has no effect unless READ_FROM is replica',
  },
  {
    when: (env) => env.READ_FROM === 'primary' && env.READ_WITHOUT_PRIMARY_MINUTES !== undefined,
    warning: 'READ_WITHOUT_PRIMARY_MINUTES has no effect unless READ_FROM is replica',
  },
  { when: (env) => env.MAIL_FROM && !env.SMTP_URL, warning: 'MAIL_FROM has no effect unless SMTP_URL is set' },
  { when: (env) => env.SMS_FROM && !env.SMS_URL, warning: 'SMS_FROM has no effect unless SMS_URL is set' },
  {
    when: (env) => env.SMS_HEADERS && !protocolOf(env.SMS_URL)?.startsWith('http'),
    warning: 'SMS_HEADERS has no effect unless SMS_URL is an https: or http: URL',
  },
  {
    when: (env) =>
      env.PLAINTEXT_NETWORKS &&
      protocolOf(env.SMTP_URL) !== 'smtp:' &&
      !['smpp:', 'http:'].includes(protocolOf(env.SMS_URL)!),
    warning: 'PLAINTEXT_NETWORKS has no effect unless SMTP_URL is an smtp: URL or SMS_URL an smpp: or http: URL',
  },
]

/** Reads and checks the variables. An empty variable counts as unset.
 *  @throws Error that lists every fault, without values that can hold a secret */
export function readEnvironment(given: NodeJS.ProcessEnv): Environment {
  const env = withDefaults(given)
  const faults = [
    ...Object.entries(env).flatMap(([name, value]) => faultOf(name as keyof Environment, value)),
    ...rules.flatMap(({ when, fault }) => (fault && when(env) ? [`${fault}.`] : [])),
  ]
  if (faults.length === 0) return env
  throw new Error(`Invalid environment:${faults.length === 1 ? ' ' : '\n  '}${faults.join('\n  ')}`)
}

/** Names the variables that are set but have no effect. */
export function environmentWarnings(given: NodeJS.ProcessEnv): string[] {
  const env = withDefaults(given)
  return rules.flatMap(({ when, warning }) => (warning && when(env) ? [warning] : []))
}

function withDefaults(given: NodeJS.ProcessEnv): Environment {
  const values = Object.entries(settings).map(([name, schema]) => [name, read(schema, given[name])] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Environment
}

function read(schema: (typeof settings)['PORT'], text: string | undefined) {
  if (!text) return schema.default
  return Type.IsInteger(schema) && /^\d{1,10}$/.test(text) ? Number(text) : text
}

function faultOf(name: keyof Environment, value: unknown): string[] {
  const schema = settings[name]
  if (Value.Check(schema, value)) return []
  // A text can hold a password; a number or a choice cannot.
  const got = Type.IsInteger(schema) || Type.IsEnum(schema) ? ` (got ${value})` : ''
  return [`${name} must be ${schema.expects}${got}.`]
}

const protocolOf = (url: string | undefined) => URL.parse(url ?? '')?.protocol

function isPlaintextAllowed({ SMS_URL, PLAINTEXT_NETWORKS }: Environment) {
  const { hostname } = new URL(SMS_URL!)
  const address = hostname.replace(/^\[|\]$/g, '')
  const allowed = plaintextNetworks(PLAINTEXT_NETWORKS ?? '') ?? thisMachine
  return hostname === 'localhost' || (isIP(address) > 0 && holds(allowed, address))
}
