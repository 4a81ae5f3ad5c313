import type { DeliveryKey } from '../../incoming.ts'
import { longUuid, shortUuid } from '../../short-uuid.ts'

/** Writes a delivery as the client_ref of a message, which has at most 100 characters. Vonage returns it, signed, in each
 *  status. */
export const referenceTo = ({ entity_id, delivery_id }: DeliveryKey): string => shortUuid(delivery_id) + entity_id

// A short UUID, and an entity's id.
const reference = /^([\w-]{22})([\w.~-]{1,64})$/

/** Returns the delivery of a client_ref. Other applications of the account have other references. */
export function findReference(text: string): DeliveryKey | undefined {
  const [, id, entity_id] = reference.exec(text) ?? []
  if (id === undefined || entity_id === undefined) return undefined
  return { entity_id, delivery_id: longUuid(id) }
}
