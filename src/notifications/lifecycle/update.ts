import type { Transaction } from 'kysely'
import { type Address, addressKey } from '../../channels/address.ts'
import { findChannel } from '../../channels/registry.ts'
import { hasTokenInForce, renewCheckinRecords } from '../../messages/check-in/issued-token.ts'
import type { MessageKind } from '../../messages/delivery/kind.ts'
import { useNextAddress } from '../../messages/delivery/next-address.ts'
import { addDeliveries, type OutboxContext } from '../../messages/delivery/outbox.ts'
import { removeOtherAddresses } from '../../messages/delivery/remove-other-addresses.ts'
import { addressesWithDelivery } from '../../messages/delivery/told-addresses.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Instant, Microseconds } from '../../platform/time/instant.ts'
import { markedKey, type NotificationKey, storedForm } from '../../visits/notification.ts'
import { writeSlots } from '../../visits/slots.ts'
import type { State } from '../../visits/state.ts'
import { stateChange } from './change-state.ts'
import { noticeAt, type SubmittedVisit } from './create.ts'
import { logChange } from './log-change.ts'

const columns = [
  'contact',
  'params',
  'files',
  'inferred_data',
  'starts_at',
  'ends_at',
  'search',
  'slots',
  'digest',
  'latest_submission',
  'version',
] as const
const change = stateChange('update', ...columns)
const markAdopted = stateChange('adopt')
const markConfirmed = stateChange('confirm')

/** The clinic changes details of the visit, but not the start that the contact knows. The answer and the check-in token stay, and the desk sees
 *  the new details. New addresses are told. Returns the new addresses, or undefined when the state does not allow it. */
export async function update(
  trx: Transaction<Schema>,
  outbox: OutboxContext,
  { notification, addresses, slots, digest, latest_submission, version, sendAt }: SubmittedVisit,
  fallbackMicros: Microseconds | undefined,
  now: Instant,
): Promise<Address[] | undefined> {
  const key = markedKey(notification)
  await adoptHistory(trx, key, now)
  const [changed] = await change(trx, {
    ...key,
    ...storedForm(notification, addresses),
    slots: writeSlots(slots),
    digest,
    latest_submission,
    version,
  })
  if (!changed) return undefined
  logChange(trx, changed, { change: 'updated' }, now)
  await renewCheckinRecords(trx, notification)
  await removeOtherAddresses(trx, key, addresses)
  const withDelivery = new Set((await addressesWithDelivery(trx, key)).map(addressKey))
  const added = addresses.filter((address) => !withDelivery.has(addressKey(address)))
  const messages = added.flatMap((address) => {
    const kind = firstMessage[changed.state](address)
    const message =
      kind === 'notice' ? noticeAt(sendAt, addresses.indexOf(address), fallbackMicros) : kind && { kind, at: now }
    return message ? [{ ...address, ...message }] : []
  })
  await addDeliveries(trx, outbox, key, messages)
  // An address that was removed brings no answer.
  if (fallbackMicros !== undefined) {
    const deliveries = { entity_id: key.entityId, notification_id: key.id }
    await useNextAddress(trx, undefined, deliveries, Math.max(now, sendAt))
  }
  return added
}

type FirstMessage = (address: Address) => MessageKind | undefined
const none: FirstMessage = () => undefined

/** The first message to a new address. A contact who has confirmed gets the QR code instead of the notice. */
const firstMessage: Record<State, FirstMessage> = {
  open: () => 'notice',
  confirmed: ({ channel }) => (findChannel(channel).carriesPictures ? 'confirmation' : 'acknowledgement'),
  rescheduling: none,
  cancelled: none,
  arrived: none,
  'no-show': none,
  superseded: none,
  withdrawn: none,
  imported: none,
}

/** Gives a notification of imported history a state: confirmed if it has a valid check-in token, otherwise open. */
async function adoptHistory(trx: Transaction<Schema>, key: NotificationKey, now: Instant) {
  const [adopted] = await markAdopted(trx, key)
  if (adopted && (await hasTokenInForce(trx, key, now))) await markConfirmed(trx, key)
}
