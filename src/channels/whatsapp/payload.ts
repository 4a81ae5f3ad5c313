import type { Secret } from '../../secret.ts'
import type { DeliveryKey } from '../channel.ts'
import { isSame } from '../secret-path.ts'

// 80 bits.
const keyLength = 16

interface Tap {
  delivery: DeliveryKey
  answer: string
}

/** Returns what Meta reports when the contact taps a button, at most 128 characters. It counts only from the address of the
 *  delivery, and only with the key. */
export function payloadOf(secret: Secret, { delivery, answer }: Tap): string {
  const { entity_id, delivery_id } = delivery
  const short = Buffer.from(delivery_id.replaceAll('-', ''), 'hex').toString('base64url')
  return [answer, short, keyOf(secret, { delivery, answer }), entity_id].join(':')
}

/** Reads the payload of a button. Undefined if it is not this service's. */
export function readPayload(secret: Secret, payload: string): Tap | undefined {
  const [, answer, short, key, entity_id] =
    /^([a-z]+):([\w-]{22}):(\w{16}):([A-Za-z0-9._~-]{1,64})$/.exec(payload) ?? []
  if (!answer || !short || !key || !entity_id) return undefined
  const delivery_id = Buffer.from(short, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const tap = { delivery: { entity_id, delivery_id }, answer }
  return isSame(key, keyOf(secret, tap)) ? tap : undefined
}

const keyOf = (secret: Secret, { delivery: { entity_id, delivery_id }, answer }: Tap) =>
  secret.derive(keyLength, 'whatsapp-tap', entity_id, delivery_id, answer)
