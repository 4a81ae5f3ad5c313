import { BlockList, isIPv6 } from 'node:net'

/** Parses comma-separated networks in CIDR notation, and addresses. Returns undefined when one of them is invalid. */
export function networks(text: string): BlockList | undefined {
  const list = new BlockList()
  try {
    for (const network of text.split(',').filter(Boolean)) {
      const [, address, prefix] = /^\s*([^\s/]+)(?:\/(\d{1,3}))?\s*$/.exec(network)!
      const family = isIPv6(address!) ? 'ipv6' : 'ipv4'
      if (prefix === undefined) list.addAddress(address!, family)
      else list.addSubnet(address!, Number(prefix), family)
    }
    return list
  } catch {
    return undefined
  }
}

const loopback = '127.0.0.0/8,::1/128'

/** The networks that passwords and messages may cross without TLS: loopback and the listed networks. */
export const plaintextNetworks = (listed: string) => networks(`${loopback},${listed}`)

export const thisMachine = plaintextNetworks('')!

/** Whether the list contains the address. Accepts IPv4 addresses in IPv6 notation, and undefined of a closed connection. */
export const holds = (list: BlockList, address: string | undefined) =>
  address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Returns an error message, or undefined if plaintext to the address is allowed. */
export const plaintextRefusal = (address: string | undefined, allowed: BlockList) =>
  holds(allowed, address)
    ? undefined
    : `passwords and messages do not go to ${address} without TLS. Use TLS, or add its network to PLAINTEXT_NETWORKS`
