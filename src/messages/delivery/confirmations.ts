import type { Transaction } from 'kysely'
import { addressKey } from '../../channels/address.ts'
import { findChannel } from '../../channels/registry.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { hours, type Instant } from '../../platform/time/instant.ts'
import type { MarkedKey } from '../../visits/notification.ts'
import type { DeliveryOfNotification } from './deliveries-of-notification.ts'
import { isUnused } from './fallback.ts'
import type { HeldReason } from './held.ts'
import { addDeliveries, type OutboxContext } from './outbox.ts'

// A person with the link can confirm and cancel repeatedly, and each confirmation sends a code.
const maxPerHour = 3
/** The reason of a QR code that waits for this limit. */
const limitReason = 'hourly limit' satisfies HeldReason

/** Adds a delivery of the QR code for each address with pictures that the notice or an earlier QR code went to, unless the clinic
 *  has removed the address. The fourth one to an address within an hour waits until the hour is over. Any other answer stops it, so
 *  a contact whose last answer is a confirmation gets a valid code. */
export async function addConfirmations(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  key: MarkedKey,
  deliveries: DeliveryOfNotification[],
  now: Instant,
) {
  const used = deliveries.filter((delivery) => delivery.removed === 0 && !isUnused(delivery))
  const shown = used.filter(({ channel }) => findChannel(channel).carriesPictures)
  const added = [...Map.groupBy(shown, addressKey).values()].map((ofAddress) => {
    const { channel, uid } = ofAddress.at(-1)!
    const at = Math.max(now, nextConfirmation(ofAddress))
    return { kind: 'confirmation' as const, channel, uid, at, ...(at > now && { reason: limitReason }) }
  })
  await addDeliveries(trx, outbox, key, added)
}

/** Returns the time from which the address may get its next QR code. A delivery that was stopped before its first attempt does not
 *  count. */
function nextConfirmation(ofAddress: DeliveryOfNotification[]): Instant {
  const times = ofAddress
    .filter(({ kind, state, attempts }) => kind === 'confirmation' && (attempts > 0 || state === 'pending'))
    .map(({ sent_at, next_attempt_at }) => sent_at ?? next_attempt_at)
    .sort((one, other) => other - one)
  const oldest = times[maxPerHour - 1]
  return oldest === undefined ? 0 : oldest + hours(1)
}
