import { Type } from 'typebox'
import { type ChannelName, channelNames } from './channel-names.ts'

/** Why the messages of channels do not leave the service. The demo shows them on its own page. */
const unsentReasons = ['no-server', 'demo'] as const

/** The channels whose messages are written to files instead of being sent. */
export interface Unsent {
  channels: ChannelName[]
  reason: (typeof unsentReasons)[number]
}

export const UnsentSchema = Type.Object(
  {
    channels: Type.Array(Type.Enum(channelNames), { description: 'The channels without a server or a provider.' }),
    reason: Type.Enum(unsentReasons, {
      description: 'Why: the operator has set up none (`no-server`), or this is the demo (`demo`).',
    }),
  },
  {
    description:
      'The channels whose messages do not leave this service: it writes them to files, and nobody gets them. Absent if each channel has a server or a provider.',
  },
)
