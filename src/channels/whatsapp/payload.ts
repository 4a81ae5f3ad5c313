import type { Secret } from '../../platform/keys/secret.ts'
import type { DeliveryKey } from '../incoming.ts'
import { isSame } from '../secret-path.ts'
import { longUuid, shortUuid } from '../short-uuid.ts'

// 80 bits.
const keyLength = 16

interface Tap {
  delivery: DeliveryKey
  answer: string
}

/** Returns the payload that Meta reports when the contact taps a button, at most 128 characters. It counts only from the address of
 *  the delivery, and only with the key. */
export function payloadOf(secret: Secret, { delivery, answer }: Tap): string {
  const { entity_id, delivery_id } = delivery
  return [answer, shortUuid(delivery_id), keyOf(secret, { delivery, answer }), entity_id].join(':')
}

/** Reads the payload of a button. Undefined if it is not this service's. */
export function readPayload(secret: Secret, payload: string): Tap | undefined {
  const [, answer, short, key, entity_id] =
    /^([a-z]+):([\w-]{22}):(\w{16}):([A-Za-z0-9._~-]{1,64})$/.exec(payload) ?? []
  if (!answer || !short || !key || !entity_id) return undefined
  const tap = { delivery: { entity_id, delivery_id: longUuid(short) }, answer }
  return isSame(key, keyOf(secret, tap)) ? tap : undefined
}

const keyOf = (secret: Secret, { delivery: { entity_id, delivery_id }, answer }: Tap) =>
  secret.derive(keyLength, 'whatsapp-tap', entity_id, delivery_id, answer)
