import { type Static, Type } from 'typebox'
import { ForeignText } from '../platform/text/text-schemas.ts'
import { channelNames, channels, findChannel } from './registry.ts'

const kinds = channels.map(({ name, address }) => `${address.kind} for \`${name}\``).join(', ')

/** The contact's address in a channel. */
export const Uid = ForeignText

/** The destination of a delivery. */
export const Address = Type.Object(
  { channel: Type.Enum(channelNames, { description: 'The way to the contact.' }), uid: Uid },
  { $id: 'Address', additionalProperties: false, description: `Where the notice goes: \`uid\` is ${kinds}.` },
)
export type Address = Static<typeof Address>

/** Returns the address in its stored form, where `country` is the contact's. Returns undefined when the address cannot be
 *  valid. */
export function normalAddress({ channel, uid }: Address, country: string | undefined): Address | undefined {
  const normal = findChannel(channel).address.normal(uid, country)
  return normal === undefined ? undefined : { channel, uid: normal }
}

/** Returns the uid by which addresses compare. The service sends to the spelling that the client submitted. */
export const comparedUid = ({ channel, uid }: Address): string => findChannel(channel).address.compared(uid)

/** Distinguishes addresses. */
export const addressKey = (address: Address) => `${address.channel} ${comparedUid(address)}`
