import type { BlockList } from 'node:net'
import { holds, networks } from '../../networks.ts'

const loopback = '127.0.0.0/8,::1/128'

/** The networks that passwords and messages may cross without TLS: this machine, and the listed ones. */
export const plaintextNetworks = (listed: string) => networks(`${loopback},${listed}`)

export const thisMachine = plaintextNetworks('')!

/** Why nothing is sent to the address without TLS; undefined if its network is allowed. */
export const plaintextRefusal = (address: string | undefined, allowed: BlockList) =>
  address !== undefined && holds(allowed, address)
    ? undefined
    : `passwords and messages do not go to ${address} without TLS. Use TLS, or add its network to PLAINTEXT_NETWORKS`
