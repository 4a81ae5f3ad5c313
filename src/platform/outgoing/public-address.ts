import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

// RFC 4291, 2.4, and the IANA registry: all others are reserved, or carry an IPv4 address.
const globalIpv6 = ipaddr.parseCIDR('2000::/3')

/** Whether the address is on the internet: not private, reserved, or an IPv6 form of such an IPv4 address. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalIpv6))
}

/** Resolves a host name to all its addresses, as `dns.lookup` does. */
export type LookupAll = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Resolves a host name and rejects private addresses. The connection uses the checked address, so DNS rebinding cannot
 *  redirect it. */
export const publicOnly = (lookup?: LookupAll): LookupFunction =>
  lookupAllowed(isPublic, 'the host name resolves to a private address', lookup)

/** Resolves a host name, and rejects it with `refusal` unless all its addresses are allowed. */
export function lookupAllowed(
  isAllowed: (address: string) => boolean,
  refusal: string,
  lookup: LookupAll = systemLookup,
): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      if (!addresses.every(({ address }) => isAllowed(address))) return callback(new Error(refusal), '')
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}
