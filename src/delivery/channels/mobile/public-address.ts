import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

// The ranges of RFC 6890 that lead into one's own house, or nowhere.
const own = new BlockList()
for (const [network, prefix] of [
  ...[
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
  ],
  ...[
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ],
] as [string, number][])
  own.addSubnet(network, prefix)
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as [string, number][])
  own.addSubnet(network, prefix, 'ipv6')

/** Whether the address, also an IPv4 one written as IPv6, is of a private or reserved range. */
const isPrivate = (address: string) => own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether a URL names this machine, or one of a private range by its number: who writes that means it. */
export function namesOwnMachine(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  return hostname === 'localhost' || (isIP(address) > 0 && isPrivate(address))
}

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
