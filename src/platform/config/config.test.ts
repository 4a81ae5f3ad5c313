import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { environmentWarnings, readConfig, settings } from '../../channels/configuration.ts'
import { unconfiguredSender } from '../../channels/email/environment.ts'
import { hours } from '../time/instant.ts'

const PUBLIC_URL = 'https://rollcall.example'

function faultsOf(env: NodeJS.ProcessEnv): string | undefined {
  try {
    readConfig(env)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

test('no variable is required', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 8080, logLevel: 'info', rateLimit: 6000 })
})

test('names every fault at once, and shows no value that can hold a secret', () => {
  const env = {
    DATABASE_URL: 'mysql://canary',
    DATABASE_REPLICA_URL: 'sqlite:canary',
    ROLLCALL_DESK_PERSON: 'never',
    PORT: 'abc',
    METRICS_PORT: '70000',
    PUBLIC_URL: 'ftp://canary',
    LOG_LEVEL: 'loud',
    RATE_LIMIT: '-1',
    SECRET_KEY: 'canary',
    SMTP_URL: 'http://canary',
    MAIL_FROM: 'canary',
    MAIL_OAUTH_URL: 'https://canary',
    DELIVERY_HOURS: '0',
    PLAINTEXT_NETWORKS: 'canary',
    OIDC_ISSUER: 'http://canary.example',
    OIDC_PRIVATE_KEY_FILE: '/canary',
    SMS_URL: 'canary',
    SMS_FROM: 'canary canary',
    SMS_HEADERS: '{"Authorization":"canary\\n"',
  }
  const message = faultsOf(env)
  for (const name of Object.keys(env)) expect(message).toContain(`\n  ${name} must be`)
  expect(message).not.toContain('canary')
  expect(message).toContain('PORT must be 0–65535 (got abc).')
  expect(message).toContain('ROLLCALL_DESK_PERSON must be one of optional, required (got never).')
})

test('names a single fault on one line', () => {
  expect(faultsOf({ PORT: 'abc' })).toBe('Invalid environment: PORT must be 0–65535 (got abc).')
})

test('integers have only digits', () => {
  for (const PORT of ['1e3', '0x10', ' 80', '-1', '8080.0', '00000000080']) {
    expect(faultsOf({ PORT })).toContain(`(got ${PORT})`)
  }
  expect(readConfig({ PORT: '', RATE_LIMIT: '0', METRICS_PORT: '9100', DELIVERY_HOURS: '720' })).toMatchObject({
    port: 8080,
    rateLimit: 0,
    metricsPort: 9100,
    deliverForMicros: hours(720),
  })
})

test('refuses a list of keys, because there is one key', () => {
  expect(faultsOf({ SECRET_KEY: `${'n'.repeat(32)},${'o'.repeat(32)}` })).toContain(
    'SECRET_KEY must be at least 32 characters, without a comma',
  )
})

test('refuses one port for the API and its metrics', () => {
  expect(faultsOf({ PORT: '9100', METRICS_PORT: '9100' })).toContain('METRICS_PORT must differ from PORT')
  expect(readConfig({ PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0)
})

test('refuses a password that is not percent-encoded, without printing it', () => {
  for (const password of ['ca/nary', 'ca/nary@x', 'can@ry/s']) {
    const faults = faultsOf({ DATABASE_URL: `postgres://rollcall:${password}@server/rollcall` })
    expect(faults).toContain('percent-encoded')
    expect(faults).not.toContain('nary')
  }
})

test('refuses a replica of a SQLite database', () => {
  const DATABASE_REPLICA_URL = 'postgres://replica/rollcall'
  expect(faultsOf({ DATABASE_REPLICA_URL })).toContain('DATABASE_URL must be a postgres: URL')
  const DATABASE_URL = 'postgres://primary/rollcall'
  expect(readConfig({ DATABASE_URL, DATABASE_REPLICA_URL }).replicaUrl).toBe(DATABASE_REPLICA_URL)
})

test('warns of each variable that has no effect, and of no other', () => {
  const cases: [without: NodeJS.ProcessEnv, needed: NodeJS.ProcessEnv, name: string][] = [
    [{ MAIL_FROM: 'clinic@example.org' }, { SMTP_URL: 'smtps://mail.example' }, 'MAIL_FROM'],
    [
      { MAIL_OAUTH_URL: 'https://id:secret@login.example/token', SMTP_URL: 'smtps://user:password@mail.example' },
      { BOUNCES_URL: 'imaps://user@mail.example' },
      'MAIL_OAUTH_URL',
    ],
    [
      { MAIL_OAUTH_URL: 'https://id:secret@login.example/token' },
      { SMTP_URL: 'smtp://user@mail.example' },
      'MAIL_OAUTH_URL',
    ],
    [{ SMS_FROM: 'Clinica' }, { SMS_URL: 'https://gateway.example' }, 'SMS_FROM'],
    [{ SMS_HEADERS: '{}', SMS_URL: 'smpps://a' }, { SMS_URL: 'https://gateway.example' }, 'SMS_HEADERS'],
    [{ PLAINTEXT_NETWORKS: '10.0.0.0/8' }, { SMTP_URL: 'smtp://mail.example' }, 'PLAINTEXT_NETWORKS'],
    [
      { PLAINTEXT_NETWORKS: '10.0.0.0/8', SMTP_URL: 'smtps://mail.example' },
      { SMS_URL: 'smpp://centre.example' },
      'PLAINTEXT_NETWORKS',
    ],
  ]
  for (const [without, needed, name] of cases) {
    expect(environmentWarnings(without)).toEqual([expect.stringMatching(`^${name} has no effect unless `)])
    expect(environmentWarnings({ ...without, ...needed })).toEqual([])
  }
})

test('the sender of mails defaults to an address of this machine', () => {
  const url = 'smtp://mail.example'
  expect(readConfig({ SMTP_URL: url, PUBLIC_URL }).servers.email).toEqual({ url, from: `rollcall@${hostname()}` })
  const from = 'clinic@example.org'
  expect(readConfig({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL }).servers.email).toEqual({ url, from })
})

test('texts go to a message centre or a gateway, and over foreign networks only by TLS', () => {
  const urls = {
    taken: [
      ...['smpp://id:secret@centre.example:2775', 'smpps://centre.example', 'https://gateway.example/texts?account=7'],
      ...['http://127.0.0.1:8080', 'http://localhost', 'http://127.9.9.9/sms', 'http://[::1]:9'],
    ],
    refused: [
      'http://gateway.example',
      'http://8.8.8.8',
      'http://10.1.2.3/sms',
      'http://127.0.0.1.evil.example',
      'tcp://x',
      'smpp:',
      'https:',
    ],
  }
  for (const SMS_URL of urls.taken) {
    expect(readConfig({ SMS_URL, SMS_FROM: '+351300400500', PUBLIC_URL }).servers.mobile?.url).toBe(SMS_URL)
  }
  const SMS_FROM = 'MG0123456789abcdef0123456789abcdef'
  expect(() => readConfig({ SMS_URL: 'https://gateway.example', SMS_FROM, PUBLIC_URL })).toThrow(
    'SMS_URL must be a twilio',
  )
  for (const SMS_URL of urls.refused) {
    expect(() => readConfig({ SMS_URL, PUBLIC_URL })).toThrow(/SMS_URL must (be|name)/)
  }
  for (const SMS_FROM of ['+351300400500', '12345', 'Clinica'])
    expect(readConfig({ SMS_FROM }).servers.mobile).toBeUndefined()
  for (const SMS_HEADERS of ['[]', '{"A":1}', '{"A b":"c"}', '{"A":"b\\r\\nC: d"}', 'null', '3']) {
    expect(() => readConfig({ SMS_HEADERS })).toThrow('SMS_HEADERS must be')
  }
})

test('a gateway gets texts over http only in the listed networks', () => {
  const listed = { PLAINTEXT_NETWORKS: '10.1.0.0/16, fd00::/8', PUBLIC_URL }
  for (const SMS_URL of ['http://10.1.2.3/sms', 'http://[fd00::7]', 'http://[::ffff:10.1.2.3]', 'http://127.0.0.1']) {
    expect(readConfig({ ...listed, SMS_URL }).servers.mobile?.url).toBe(SMS_URL)
  }
  for (const SMS_URL of ['http://10.2.2.3', 'http://[fe80::7]', 'http://gateway.example']) {
    expect(() => readConfig({ ...listed, SMS_URL })).toThrow('PLAINTEXT_NETWORKS')
  }
})

test('networks are addresses, or written in CIDR notation', () => {
  expect(readConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1' }).trustProxy.rules).toHaveLength(3)
  for (const PLAINTEXT_NETWORKS of ['localhost', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/', '::/129', '10.0.0.0/8;::/0']) {
    expect(() => readConfig({ PLAINTEXT_NETWORKS })).toThrow('PLAINTEXT_NETWORKS must be networks in CIDR notation')
    expect(() => readConfig({ TRUST_PROXY: PLAINTEXT_NETWORKS })).toThrow('TRUST_PROXY must be addresses and networks')
  }
})

test('refuses a mail server, message centre or gateway without PUBLIC_URL', () => {
  for (const server of [{ SMTP_URL: 'smtps://mail.example' }, { SMS_URL: 'smpps://centre.example' }]) {
    expect(faultsOf(server)).toContain('PUBLIC_URL must be set')
    expect(faultsOf({ ...server, PUBLIC_URL })).toBeUndefined()
  }
})

test('the public address loses its last slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://rollcall.example/clinic/' }).publicUrl).toBe(
    'https://rollcall.example/clinic',
  )
})

test('the text about MAIL_FROM names the sender of mails that become files', () => {
  expect(settings.MAIL_FROM!.unset).toContain(`in files, \`${unconfiguredSender}\``)
})

test('sign-in needs a client with one proof, and a URL at which browsers keep its cookie', () => {
  const secret = { OIDC_CLIENT_ID: 'rollcall', OIDC_CLIENT_SECRET: 'canary' }
  const signIn = { PUBLIC_URL, OIDC_ISSUER: 'https://login.example/realms/clinic/', ...secret }
  expect(readConfig(signIn).signIn).toEqual({
    issuer: 'https://login.example/realms/clinic/',
    clientId: 'rollcall',
    proof: { secret: 'canary' },
    groupsClaim: 'groups',
    timeoutSeconds: 10,
  })
  expect(readConfig({}).signIn).toBeUndefined()
  const faults = {
    OIDC_CLIENT_ID: 'OIDC_CLIENT_ID must be set',
    OIDC_CLIENT_SECRET: 'Either OIDC_CLIENT_SECRET or OIDC_PRIVATE_KEY_FILE must be set',
    PUBLIC_URL: 'PUBLIC_URL must be an https: URL',
  }
  for (const [name, fault] of Object.entries(faults)) expect(faultsOf({ ...signIn, [name]: '' })).toContain(fault)
  expect(faultsOf({ ...signIn, PUBLIC_URL: 'http://rollcall.example' })).toContain('PUBLIC_URL must be an https: URL')
  expect(faultsOf({ ...signIn, PUBLIC_URL: 'http://127.0.0.1:8080', OIDC_ISSUER: 'http://localhost:9000' })).toBe(
    undefined,
  )
  const desk = { ROLLCALL_DESK_PERSON: 'required' }
  expect(faultsOf(desk)).toBeUndefined()
  expect(faultsOf({ ...desk, ACCOUNTS: 'off' })).toContain(
    'OIDC_ISSUER must be set or ACCOUNTS must be on, because ROLLCALL_DESK_PERSON is required',
  )
  expect(readConfig({ ...signIn, ...desk }).deskPerson).toBe('required')
  expect(readConfig({}).deskPerson).toBe('optional')
  expect(environmentWarnings(secret)).toEqual([
    'OIDC_CLIENT_ID has no effect unless OIDC_ISSUER is set',
    'OIDC_CLIENT_SECRET has no effect unless OIDC_ISSUER is set',
  ])
})
