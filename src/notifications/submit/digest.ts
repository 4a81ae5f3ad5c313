import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type Address, addressKey } from '../../channels/address.ts'
import type { Contact } from '../../visits/notification.ts'

/** The content of a visit, as a client submits it. Params are complete. */
export interface VisitContent {
  contact: Contact
  params: Record<string, string>
  addresses: Address[]
  files: unknown[]
  inferred_data: Record<string, unknown>
}

/** Returns the same digest for the same content, in any order of keys and addresses. */
export function digestOf({ contact, params, addresses, files, inferred_data }: VisitContent): string {
  const uids = addresses.map(addressKey).sort()
  return hash('sha256', canonicalize([contact, params, uids, files, inferred_data])!, 'base64url')
}
