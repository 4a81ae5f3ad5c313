/** The pages list the channels, too, without their code. */
export const channelNames = ['mobile', 'email', 'whatsapp'] as const
export type ChannelName = (typeof channelNames)[number]
