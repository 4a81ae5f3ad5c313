import { channelNames } from '../../../../client/choices.ts'
import type { TemplateKey } from '../../../../client/client.ts'

export type Channel = TemplateKey['channel']
export type Kind = TemplateKey['kind']

const every = channelNames
const short = ['mobile', 'whatsapp'] as const

/** The kinds of messages in the order in which a contact gets them, with the channels that send them. */
export const channelsOfKind: Record<Kind, readonly Channel[]> = {
  notice: every,
  reminder: every,
  'reminder-confirmed': every,
  moved: every,
  withdrawn: every,
  'no-show': every,
  confirmation: ['email', 'whatsapp'],
  acknowledgement: short,
  'acknowledgement-rescheduling': short,
  'acknowledgement-cancelled': short,
  question: short,
}

export const kinds = Object.keys(channelsOfKind) as Kind[]

/** Returns the same message in the mail of a text, or in the text of a mail, if the kind has both. */
export function otherOf(key: TemplateKey): TemplateKey | undefined {
  const channels = channelsOfKind[key.kind]
  if (!channels.includes('mobile') || !channels.includes('email')) return undefined
  if (key.channel === 'mobile') return { ...key, channel: 'email' }
  return key.channel === 'email' ? { ...key, channel: 'mobile' } : undefined
}

/** Returns the message with another part. A kind that its channel does not send gets one that does. */
export function withPart(key: TemplateKey, part: Partial<TemplateKey>): TemplateKey {
  const next = { ...key, ...part }
  const channels = channelsOfKind[next.kind]
  return channels.includes(next.channel) ? next : { ...next, channel: channels[0]! }
}

const names = ['category', 'target', 'language', 'channel', 'kind'] as const

/** One text for each message, such as `medical/appointment/en/mobile/notice`. */
export const nameOf = (key: TemplateKey): string => names.map((name) => key[name]).join('/')

/** Returns the message of a name, if there is one. */
export function keyOf(name: string, languages: readonly string[]): TemplateKey | undefined {
  const [category, target, language, channel, kind] = name.split('/')
  if (!category || !target || !language || !languages.includes(language)) return undefined
  if (!channelsOfKind[kind as Kind]?.includes(channel as Channel)) return undefined
  return { category, target, language, channel, kind } as TemplateKey
}
