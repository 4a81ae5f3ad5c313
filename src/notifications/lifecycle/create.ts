import type { Transaction } from 'kysely'
import { type Address, addressKey } from '../../channels/address.ts'
import { newDelivery, type OutboxContext } from '../../messages/delivery/outbox.ts'
import type { AddressToldOfVisit } from '../../messages/delivery/told-addresses.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { hours, type Instant, type Microseconds } from '../../platform/time/instant.ts'
import { markedKey, type Notification, storedForm } from '../../visits/notification.ts'
import { writeSlots } from '../../visits/slots.ts'
import { logChange } from './log-change.ts'

/** A visit as the clinic submitted it. */
export interface SubmittedVisit {
  notification: Notification
  addresses: Address[]
  /** The other times that the clinic offers, in ascending order. */
  slots: Instant[]
  digest: string
  latest_submission: string
  version: number | null
  /** The earliest time of the notice. */
  sendAt: Instant
}

/** A notification to store, in the state `open`. */
export interface NewNotification extends SubmittedVisit {
  revision: number
  change: 'created' | 'moved'
  /** The notification of the same key that this one replaced: the visit was moved, or given to another contact. */
  supersedes: string | null
  /** The addresses that were told of the previous start. */
  told: AddressToldOfVisit[]
}

/** No reminder follows the notice within this time. */
const quietAfterNotice = hours(1)

/** Stores notifications, and a delivery for each address.
 *  @param fallback how long the entity waits for an answer before it uses the next address */
export async function create(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  items: NewNotification[],
  fallbackMicros: Microseconds | undefined,
  now: Instant,
) {
  const rows = items.map((item) => {
    const { notification, slots, digest, latest_submission, version, revision, supersedes, sendAt } = item
    return {
      ...storedForm(notification, addressesOf(item)),
      state: 'open' as const,
      created_at: now,
      slots: writeSlots(slots),
      digest,
      latest_submission,
      version,
      revision,
      supersedes,
      next_due_at: 0,
      reminded_until: Math.max(now, sendAt) + quietAfterNotice,
    }
  })
  await insertRows(trx, 'notifications', rows)
  for (const [index, row] of rows.entries()) {
    const { change, supersedes } = items[index]!
    logChange(trx, row, { change, ...(supersedes !== null && { supersedes }) }, now)
  }
  const deliveries = items.flatMap((item) => deliveryRows(outbox, item, fallbackMicros, now))
  await insertRows(trx, 'deliveries', deliveries)
}

/** The addresses that get a message. If the client names none, those that were told of the previous start. */
const addressesOf = ({ addresses, told }: NewNotification): Address[] =>
  addresses.length > 0 ? addresses : told.filter(({ isRemoved }) => !isRemoved)

/** Tells the addresses that were told of the previous start at once: otherwise, the contacts would come at the wrong time. So a
 *  fallback concerns only the other addresses. */
function deliveryRows(
  outbox: OutboxContext,
  item: NewNotification,
  fallbackMicros: Microseconds | undefined,
  now: Instant,
) {
  const { notification, told, sendAt } = item
  const toldOf = new Map(told.map((one) => [addressKey(one), one.toldOf]))
  return addressesOf(item).map(({ channel, uid }, index) => {
    const told_of = toldOf.get(addressKey({ channel, uid })) ?? null
    const message = told_of === null ? noticeAt(sendAt, index, fallbackMicros) : { kind: 'moved' as const, at: now }
    return newDelivery(outbox, { notification: markedKey(notification), channel, uid, ...message, toldOf: told_of })
  })
}

/** Returns the notice to an address. With a fallbackMicros, only the first address gets it at once. The service checks the
 *  others after this delay. */
export function noticeAt(sendAt: Instant, index: number, fallbackMicros: Microseconds | undefined) {
  const fallbackRank = fallbackMicros === undefined ? 0 : index
  return { kind: 'notice' as const, at: fallbackRank === 0 ? sendAt : sendAt + fallbackMicros!, fallbackRank }
}
