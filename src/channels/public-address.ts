import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { holds, networks } from '../config/networks.ts'

// The private and reserved ranges of RFC 6890, and the IPv6 ranges that carry an IPv4 address.
const reserved = networks(
  '0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.168.0.0/16,198.18.0.0/15,224.0.0.0/3,' +
    '::/96,64:ff9b::/96,64:ff9b:1::/48,2002::/16,fc00::/7,fe80::/10,fec0::/10,ff00::/8',
)!

/** Resolves a host name and rejects private addresses. The connection uses the checked address, so DNS rebinding cannot
 *  redirect it. */
export function publicOnly(lookup: typeof systemLookup = systemLookup): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '')
      if (addresses.some(({ address }) => holds(reserved, address))) {
        return callback(new Error('the host name resolves to a private address'), '')
      }
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}
