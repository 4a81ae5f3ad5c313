import { type Static, Type } from 'typebox'
import { ForeignKey } from './notification.ts'

/** The channels of deliveries. */
export const channels = ['mobile', 'email'] as const
export type ChannelName = (typeof channels)[number]

/** The destination of a delivery. */
export const Address = Type.Object(
  { channel: Type.Enum(channels, { description: 'The way to the contact.' }), uid: ForeignKey },
  {
    $id: 'Address',
    additionalProperties: false,
    description: 'Where the notice goes: `uid` is a phone number for `mobile`, an e-mail address for `email`.',
  },
)
export type Address = Static<typeof Address>
