import { type Static, Type } from 'typebox'
import { channelNames } from './channel-names.ts'

/** The channels whose messages the service writes to files instead of sending them. The demo shows them on its own page. */
export const UnsentChannels = Type.Object(
  {
    channels: Type.Array(Type.Enum(channelNames), { description: 'The channels without a server or a provider.' }),
    reason: Type.Enum(['no-server', 'demo'], {
      description: 'Why: the operator has set up none (`no-server`), or this is the demo (`demo`).',
    }),
  },
  {
    description:
      'The channels whose messages do not leave this service: it writes them to files, and nobody gets them. Absent if each channel has a server or a provider.',
  },
)
export type UnsentChannels = Static<typeof UnsentChannels>
