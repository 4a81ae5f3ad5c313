import type { ChannelStatus } from '../../../client/client.ts'

export type ChannelName = ChannelStatus['channel']

/** What somebody types about a server. */
const fieldNames = [
  ...(['host', 'port', 'security', 'user', 'password', 'url', 'authorization'] as const),
  ...(['account', 'token', 'signatureSecret', 'appSecret', 'verifyToken', 'accountId', 'from', 'publicUrl'] as const),
] as const
export type FieldName = (typeof fieldNames)[number]
export type Values = Partial<Record<FieldName, string>>

type Settings = Record<string, string>

/** A kind of server, with the fields of its form. */
interface ServerKind {
  channel: ChannelName
  /** The protocol with TLS, by which a stored server is recognized. */
  scheme: string
  fields: readonly FieldName[]
  optional?: readonly FieldName[]
  defaults?: Values
  /** Returns the settings of the service. */
  settings(values: Values): Settings
}

const encoded = encodeURIComponent

/** Composes a URL with credentials, which may have any characters. */
function urlOf(scheme: string, host: string, { user = '', password = '' }: Values): string {
  const login = user || password ? `${encoded(user)}${password && `:${encoded(password)}`}@` : ''
  return `${scheme}://${login}${host}`
}

const hostOf = ({ host = '', port = '' }: Values) => (port ? `${host.trim()}:${port.trim()}` : host.trim())
const schemeOf = (tls: string, { security }: Values) => (security === 'tls' ? tls : tls.slice(0, -1))

const accountUrl = (scheme: string, host: string, { account = '', token = '' }: Values) =>
  urlOf(scheme, host, { user: account.trim(), password: token.trim() })

const serverKinds = {
  mail: {
    channel: 'email',
    scheme: 'smtps',
    fields: ['host', 'port', 'security', 'user', 'password', 'from'],
    optional: ['user', 'password', 'port'],
    defaults: { security: 'tls', port: '465' },
    settings: (values) => ({
      SMTP_URL: urlOf(schemeOf('smtps', values), hostOf(values), values),
      MAIL_FROM: values.from ?? '',
    }),
  },
  twilio: {
    channel: 'mobile',
    scheme: 'twilio',
    fields: ['account', 'token', 'from'],
    settings: (values) => ({
      SMS_URL: accountUrl('twilio', 'api.twilio.com', values),
      SMS_FROM: values.from ?? '',
    }),
  },
  vonage: {
    channel: 'mobile',
    scheme: 'vonage',
    fields: ['account', 'token', 'signatureSecret', 'from'],
    optional: ['signatureSecret'],
    settings: (values) => ({
      SMS_URL: accountUrl('vonage', 'api.nexmo.com', values),
      SMS_FROM: values.from ?? '',
      SMS_SIGNATURE_SECRET: values.signatureSecret ?? '',
    }),
  },
  smpp: {
    channel: 'mobile',
    scheme: 'smpps',
    fields: ['host', 'port', 'security', 'user', 'password', 'from'],
    optional: ['from', 'port'],
    defaults: { security: 'tls' },
    settings: (values) => ({
      SMS_URL: urlOf(schemeOf('smpps', values), hostOf(values), values),
      SMS_FROM: values.from ?? '',
    }),
  },
  gateway: {
    channel: 'mobile',
    scheme: 'https',
    fields: ['url', 'authorization', 'from'],
    optional: ['authorization', 'from'],
    settings: ({ url = '', authorization = '', from = '' }) => ({
      SMS_URL: url,
      SMS_HEADERS: authorization && JSON.stringify({ Authorization: authorization }),
      SMS_FROM: from,
    }),
  },
  meta: {
    channel: 'whatsapp',
    scheme: 'whatsapp',
    fields: ['account', 'token', 'appSecret', 'verifyToken', 'accountId'],
    optional: ['verifyToken', 'accountId'],
    settings: (values) => ({
      WHATSAPP_URL: accountUrl('whatsapp', 'graph.facebook.com/v23.0', values),
      WHATSAPP_APP_SECRET: values.appSecret ?? '',
      WHATSAPP_VERIFY_TOKEN: values.verifyToken ?? '',
      WHATSAPP_ACCOUNT_ID: values.accountId ?? '',
    }),
  },
} as const satisfies Record<string, ServerKind>

export type KindName = keyof typeof serverKinds
export const kindOf = (name: KindName): ServerKind => serverKinds[name]
const kindNames = Object.keys(serverKinds) as KindName[]

export const kindsOf = (channel: ChannelName): KindName[] =>
  kindNames.filter((name) => kindOf(name).channel === channel)

const standardPorts: Partial<Record<string, string>> = { tls: '465', none: '587' }

/** Returns the values after a change. The port of a mail server follows its encryption. */
export function changed(kind: KindName, values: Values, change: Values): Values {
  const isStandard = kind === 'mail' && standardPorts[values.security ?? ''] === values.port
  return { ...values, ...(isStandard && change.security && { port: standardPorts[change.security] ?? '' }), ...change }
}

/** Returns the settings that a form describes, without empty ones. */
export function settingsOf(name: KindName, values: Values): Settings {
  const trimmed = Object.entries({ ...kindOf(name).settings(values), PUBLIC_URL: values.publicUrl ?? '' })
  return Object.fromEntries(trimmed.map(([key, value]) => [key, value.trim()]).filter(([, value]) => value))
}

/** Returns what a form shows of the present server. The service does not return secrets. */
export function valuesOf(channel: ChannelStatus): { kind: KindName; values: Values } {
  const kinds = kindsOf(channel.channel)
  const { server } = channel
  const found = kinds.find(
    (name) => server && [kindOf(name).scheme, kindOf(name).scheme.slice(0, -1)].includes(server.scheme),
  )
  const kind = found ?? kinds[0]!
  const publicUrl = channel.public_url_in_environment ? {} : { publicUrl: channel.public_url ?? ownUrl() }
  if (!server || !found) return { kind, values: { ...kindOf(kind).defaults, ...publicUrl } }
  const [, host = '', port = ''] = /^(.*?)(?::(\d+))?$/.exec(server.host) ?? []
  const { user = '', from = '' } = server
  const security = server.scheme === kindOf(kind).scheme ? 'tls' : 'none'
  return { kind, values: { host, port, security, user, account: user, from, ...publicUrl } }
}

/** The address at which this browser reaches the service. */
const ownUrl = () => new URL('.', location.href).href.replace(/\/$/, '')

/** The field that a setting of the service belongs to, if there is only one. */
export const fieldOfSetting: Partial<Record<string, FieldName>> = {
  MAIL_FROM: 'from',
  SMS_FROM: 'from',
  PUBLIC_URL: 'publicUrl',
  SMS_SIGNATURE_SECRET: 'signatureSecret',
  WHATSAPP_APP_SECRET: 'appSecret',
  WHATSAPP_ACCOUNT_ID: 'accountId',
}

export const secretFields: readonly FieldName[] = [
  ...(['password', 'authorization', 'token', 'signatureSecret', 'appSecret', 'verifyToken'] as const),
]
