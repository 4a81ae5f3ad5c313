import type { DeliveryKey } from '../../channel.ts'

/** Writes a delivery as the client_ref of a message, which has at most 100 characters. Vonage returns it, signed, in each
 *  status. */
export const referenceTo = ({ entity_id, delivery_id }: DeliveryKey): string =>
  Buffer.from(delivery_id.replaceAll('-', ''), 'hex').toString('base64url') + entity_id

// The 16 bytes of a UUID in base64url, and an entity's id.
const reference = /^([\w-]{22})([\w.~-]{1,64})$/

/** Returns the delivery of a client_ref. Other applications of the account have other references. */
export function findReference(text: string): DeliveryKey | undefined {
  const [, id, entity_id] = reference.exec(text) ?? []
  if (id === undefined || entity_id === undefined) return undefined
  const hex = Buffer.from(id, 'base64url').toString('hex')
  return { entity_id, delivery_id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') }
}
