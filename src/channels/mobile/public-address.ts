import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPrivate } from './private-address.ts'

/** Resolves a host name and rejects private addresses. The connection uses the checked address, so DNS rebinding cannot
 *  redirect it. */
export function publicOnly(lookup: typeof systemLookup = systemLookup): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '')
      if (addresses.some(({ address }) => isPrivate(address))) {
        return callback(new Error('the host name of the gateway resolves to a private address'), '')
      }
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}
