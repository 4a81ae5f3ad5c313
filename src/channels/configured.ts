import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Config, localFolder } from '../config/config.ts'
import type { Secret } from '../secret.ts'
import type { Channel, Channels, Incoming, MailChannel } from './channel.ts'
import { mailFolder, textFolder } from './folder/folder.ts'
import type { Text } from './message.ts'

interface ChannelContext {
  config: Config
  secret: Secret
  log: FastifyBaseLogger
  /** Receives the receipts and replies of all channels. */
  incoming: Incoming
  /** Returns the origin at which gateways reach this service. */
  origin: () => string
}

/** Creates the configured channels. A channel without a server writes files to `outbox/`, beside the database. */
export async function configuredChannels(context: ChannelContext): Promise<Channels> {
  return { email: await emailOf(context), mobile: await mobileOf(context) }
}

async function emailOf({ config }: ChannelContext): Promise<MailChannel> {
  if (!config.mail) return mailFolder(outbox(config))
  const { emailChannel } = await import('./email/email.ts')
  return emailChannel(config.mail.url, config.mail.from, config.plaintextNetworks)
}

async function mobileOf(context: ChannelContext): Promise<Channel<Text>> {
  const { config, secret, log, origin, incoming } = context
  if (!config.sms) return textFolder(outbox(config))
  const { url, from, headers } = config.sms
  if (url.startsWith('smpp')) {
    const { smppChannel } = await import('./mobile/smpp.ts')
    return smppChannel(url, from, incoming, log, config.plaintextNetworks)
  }
  const [{ gatewayChannel }, { replyPath, statusPath }] = await Promise.all([
    import('./mobile/gateway.ts'),
    import('./mobile/callbacks.ts'),
  ])
  return gatewayChannel({
    ...{ url, from, headers },
    statusUrl: ({ id, entityId }) => origin() + statusPath(secret, { entity_id: entityId, delivery_id: id }),
    replyUrl: () => origin() + replyPath(secret),
  })
}

const outbox = (config: Config) => join(localFolder(config), 'outbox')

/** Describes the destinations of messages for the operator, without credentials. */
export function destinations(config: Config) {
  const { mail, sms } = config
  const files = `files in ${outbox(config)}`
  const server = (url: string) => `${new URL(url).protocol}//${new URL(url).host}`
  return {
    mails: mail ? `${server(mail.url)}, from ${mail.from}` : files,
    texts: sms ? `${server(sms.url)}, from ${sms.from ?? 'the sender that the server sets'}` : files,
    links: config.publicUrl ?? 'the address of this machine. Set PUBLIC_URL to an address that contacts can reach',
  }
}

/** Lists the configured servers that the service refuses to use without TLS, each with a remedy. */
export async function plaintextFaults(config: Config): Promise<string[]> {
  const refusals = { SMTP_URL: await refusalOfMail(config), SMS_URL: await refusalOfTexts(config) }
  return Object.entries(refusals).flatMap(([variable, refusal]) => (refusal ? [`${variable}: ${refusal}`] : []))
}

async function refusalOfMail({ mail, plaintextNetworks }: Config) {
  if (!mail || new URL(mail.url).protocol !== 'smtp:') return undefined
  const { mailRefusal } = await import('./email/email.ts')
  return mailRefusal(mail.url, plaintextNetworks)
}

async function refusalOfTexts({ sms, plaintextNetworks }: Config) {
  if (!sms || new URL(sms.url).protocol !== 'smpp:') return undefined
  const { smppRefusal } = await import('./mobile/smpp.ts')
  return smppRefusal(sms.url, plaintextNetworks)
}
