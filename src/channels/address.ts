import { type Static, Type } from 'typebox'
import { ForeignText } from '../platform/text/text-schemas.ts'
import { withoutInvisible } from '../platform/text/visible.ts'
import type { AddressNote } from './channel.ts'
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

/** Returns the uid as people see it. Pasted texts have invisible characters, other spaces, and decomposed accents. */
export const cleanUid = (uid: string) => withoutInvisible(uid).replaceAll(/\s+/g, ' ').trim().normalize('NFC')

/** Reads the address of a contact, or, without `contact`, one that stands alone. Returns it in its stored form with notes for its
 *  sender, or why it is invalid. */
export async function readAddress(
  { channel, uid }: Address,
  contact?: { country: string | undefined },
): Promise<{ address: Address; notes: AddressNote[] } | { fault: string }> {
  const { normal, faults } = findChannel(channel).address
  const read = await normal(cleanUid(uid), contact?.country)
  if (read === undefined) return { fault: contact ? faults.ofContact : faults.alone }
  if (typeof read === 'string') return { address: { channel, uid: read }, notes: [] }
  return 'fault' in read ? read : { address: { channel, uid: read.uid }, notes: read.notes }
}

/** Returns the uid by which addresses compare. The service sends to the spelling that the client submitted. */
export const comparedUid = ({ channel, uid }: Address): string => findChannel(channel).address.compared(uid)

/** Distinguishes addresses. */
export const addressKey = (address: Address) => `${address.channel} ${comparedUid(address)}`
