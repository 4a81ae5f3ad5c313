import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import packageJson from '../../../package.json' with { type: 'json' }
import { type Address, addressKey } from '../../channels/address.ts'
import type { Instant } from '../../platform/time/instant.ts'
import { zoneRulesInUse } from '../../platform/time/zones/zones.ts'
import type { Notification } from '../../visits/notification.ts'
import type { Item } from './submission.ts'

/** Returns the same digest for the same content of a visit, in any order of keys and addresses.
 *  @param slots in ascending order */
export function digestOf(visit: Omit<Notification, 'id'>, addresses: Address[], slots: Instant[]): string {
  const { contact, params, files, inferred_data } = visit
  const uids = addresses.map(addressKey).sort()
  return hash('sha256', canonicalize([contact, params, uids, files, inferred_data, slots])!, 'base64url')
}

// A release can change the rules for items, and time zone data can change the completed params.
const rules = `${packageJson.version} ${zoneRulesInUse.version}`

/** Completes the items of a task. */
export interface TaskDefaults {
  /** The entity's time zone. */
  time_zone: string
  /** The country of telephone numbers whose contact has none. */
  country?: string | undefined
}

/** Returns the digest of an item as the client submitted it, without `send_at` and `version`, and of the rules that
 *  complete it. */
export function submittedDigest(
  { send_at, version, ...content }: Item,
  { time_zone, country = '' }: TaskDefaults,
): string {
  return hash('sha256', `${rules} ${time_zone} ${country} ${JSON.stringify(content)}`, 'base64url')
}
