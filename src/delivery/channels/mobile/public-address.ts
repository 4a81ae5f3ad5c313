import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPrivate } from './private-address.ts'

/** Looks a name up for a connection, which is then made to that very address: a name that leads to a private one, now or
 *  at a later look-up, is refused. */
export function publicOnly(lookup: typeof systemLookup = systemLookup): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '')
      if (addresses.some(({ address }) => isPrivate(address))) {
        return callback(new Error('the name of the gateway leads to a private address'), '')
      }
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}
