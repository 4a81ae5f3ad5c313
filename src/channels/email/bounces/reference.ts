import type { Secret } from '../../../platform/keys/secret.ts'
import type { DeliveryKey } from '../../incoming.ts'
import { isSame } from '../../secret-path.ts'

// 80 bits. A bounce that anybody can send names a delivery only with a key that its mail contained.
const keyLength = 16

/** Returns the text that names a delivery in its mail, as the left part of the Message-ID. */
export const referenceOf = (secret: Secret, { entity_id, delivery_id }: DeliveryKey) =>
  `${entity_id}.${delivery_id}.${keyOf(secret, { entity_id, delivery_id })}`

const keyOf = (secret: Secret, { entity_id, delivery_id }: DeliveryKey) =>
  secret.derive(keyLength, 'mail', entity_id, delivery_id)

/** Finds the first valid reference anywhere in the text: servers and providers return it in different headers. */
export function findReference(secret: Secret, text: string): DeliveryKey | undefined {
  for (const [, entity_id, delivery_id, key] of text.matchAll(
    /([A-Za-z0-9._~-]{1,64})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9A-Z]{16})(?![0-9A-Z])/g,
  )) {
    const delivery = { entity_id: entity_id!, delivery_id: delivery_id! }
    if (isSame(key!, keyOf(secret, delivery))) return delivery
  }
  return undefined
}
