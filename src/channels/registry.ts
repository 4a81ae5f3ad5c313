import type { Channel } from './channel.ts'
import { email } from './email/email.ts'
import { mobile } from './mobile/mobile.ts'
import { whatsapp } from './whatsapp/whatsapp.ts'

export const channels = [mobile, email, whatsapp] as const satisfies readonly Channel[]

export type ChannelName = (typeof channels)[number]['name']
export const channelNames: readonly ChannelName[] = channels.map(({ name }) => name)

export const findChannel = (name: ChannelName): Channel => channels.find((channel) => channel.name === name)!
