import { BlockList, isIP, isIPv6 } from 'node:net'

// The ranges of RFC 6890 that lead into one's own house, or nowhere.
const ranges = {
  ipv4: '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3',
  // Those that carry an IPv4 address within them, too.
  ipv6: '::/96 64:ff9b::/96 64:ff9b:1::/48 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8',
} as const
const own = new BlockList()
for (const [family, list] of Object.entries(ranges)) {
  for (const range of list.split(' ')) {
    const [network, prefix] = range.split('/')
    own.addSubnet(network!, Number(prefix), family as keyof typeof ranges)
  }
}

/** Whether the address, also an IPv4 one written as IPv6, is of a private or reserved range. */
export const isPrivate = (address: string) => own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether a URL names this machine, or one of a private range by its number: who writes that means it. */
export function namesOwnMachine(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  return hostname === 'localhost' || (isIP(address) > 0 && isPrivate(address))
}
