import { BlockList, isIPv6 } from 'node:net'

/** Networks in CIDR notation, with commas between them; undefined when one is invalid. */
export function networks(text: string): BlockList | undefined {
  const list = new BlockList()
  try {
    for (const network of text.split(',').filter(Boolean)) {
      const [, address, prefix] = /^\s*([^\s/]+)\/(\d{1,3})\s*$/.exec(network)!
      list.addSubnet(address!, Number(prefix), isIPv6(address!) ? 'ipv6' : 'ipv4')
    }
    return list
  } catch {
    return undefined
  }
}

const loopback = '127.0.0.0/8,::1/128'

/** The networks that passwords and messages may cross without TLS: this machine, and the listed ones. */
export const plaintextNetworks = (listed: string) => networks(`${loopback},${listed}`)

export const thisMachine = plaintextNetworks('')!

/** Whether a network holds the address; an IPv4 address may be written as IPv6. */
export const holds = (list: BlockList, address: string) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
