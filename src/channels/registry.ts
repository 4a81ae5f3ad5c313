import type { Channel } from './channel.ts'
import type { ChannelName, channelNames } from './channel-names.ts'
import { email } from './email/email.ts'
import { mobile } from './mobile/mobile.ts'
import { whatsapp } from './whatsapp/whatsapp.ts'

export { type ChannelName, channelNames } from './channel-names.ts'

/** The channel of each name, in the same order. */
type ChannelsOf<Names extends readonly string[]> = { [Index in keyof Names]: Channel & { name: Names[Index] } }

export const channels = [mobile, email, whatsapp] as const satisfies ChannelsOf<typeof channelNames>

export const findChannel = (name: ChannelName): Channel => channels.find((channel) => channel.name === name)!
