import { domainToASCII } from 'node:url'
import { type Static, Type } from 'typebox'
import { ForeignKey } from '../foreign-key.ts'

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

/** Returns the uid by which addresses compare: a mailbox without case, with its domain in ASCII. The service sends to the
 *  spelling that the client submitted. */
export function comparedUid({ channel, uid }: Address): string {
  if (channel !== 'email') return uid
  const at = uid.lastIndexOf('@')
  const domain = uid.slice(at + 1)
  return `${uid.slice(0, at).toLowerCase()}@${domainToASCII(domain) || domain.toLowerCase()}`
}

/** Distinguishes addresses. */
export const addressKey = (address: Address) => `${address.channel} ${comparedUid(address)}`
