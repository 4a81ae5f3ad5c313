import type { Transaction } from 'kysely'
import { type Address, addressKey } from '../../channels/address.ts'
import { findChannel } from '../../channels/registry.ts'
import { hasTokenInForce, renewCheckinRecords } from '../../checkin/issued-token.ts'
import type { Schema } from '../../database/schema.ts'
import { notifiedAddresses } from '../../delivery/informed-addresses.ts'
import { keepAddresses } from '../../delivery/keep-addresses.ts'
import type { MessageKind } from '../../delivery/kind.ts'
import { addDeliveries, type DeliverySettings } from '../../delivery/outbox.ts'
import type { Instant } from '../../instant.ts'
import type { Notification, NotificationKey } from '../../visits/notification.ts'
import type { State } from '../../visits/state.ts'
import { visitIndex } from '../../visits/visit-index.ts'
import { stateChange } from './change-state.ts'

/** The details of a visit whose start has not changed. */
export interface Details {
  notification: Notification
  addresses: Address[]
  digest: string
  latest_submission: string | null
  version: number | null
  /** The earliest time of a notice to a new address. */
  sendAt: Instant
}

const columns = [
  'contact',
  'params',
  'files',
  'inferred_data',
  'starts_at',
  'ends_at',
  'search',
  'digest',
  'latest_submission',
  'version',
] as const
const change = stateChange('update', ...columns)
const markAdopted = stateChange('adopt')
const markConfirmed = stateChange('confirm')

/** The clinic changes details of the visit, but not its start. The answer and the check-in token stay, and the desk sees
 *  the new details. New addresses are told. Returns false when the state does not allow it. */
export async function update(
  trx: Transaction<Schema>,
  settings: DeliverySettings,
  { notification, addresses, digest, latest_submission, version, sendAt }: Details,
  now: Instant,
): Promise<boolean> {
  const key = { entityId: notification.entity_id, id: notification.id }
  await adoptHistory(trx, key, now)
  const { contact, params, files, inferred_data } = notification
  const [changed] = await change(trx, {
    ...key,
    contact: JSON.stringify(contact),
    params: JSON.stringify(params),
    files: JSON.stringify(files),
    inferred_data: JSON.stringify(inferred_data),
    ...visitIndex(notification),
    digest,
    latest_submission,
    version,
  })
  if (!changed) return false
  await renewCheckinRecords(trx, notification)
  await keepAddresses(trx, key, addresses)
  const notified = new Set((await notifiedAddresses(trx, key)).map(addressKey))
  const added = addresses
    .filter((address) => !notified.has(addressKey(address)))
    .flatMap((address) => {
      const kind = firstMessage[changed.state](address)
      return kind ? [{ ...address, kind, at: kind === 'notice' ? sendAt : now }] : []
    })
  await addDeliveries(trx, settings, key, added)
  return true
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
  superseded: none,
  withdrawn: none,
  imported: none,
}

/** Gives a notification of imported history a state: confirmed if it has a valid check-in token, otherwise open. */
async function adoptHistory(trx: Transaction<Schema>, key: NotificationKey, now: Instant) {
  const [adopted] = await markAdopted(trx, key)
  if (adopted && (await hasTokenInForce(trx, key, now))) await markConfirmed(trx, key)
}
