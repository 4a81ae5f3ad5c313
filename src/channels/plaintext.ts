import type { BlockList } from 'node:net'
import { holds } from '../config/networks.ts'

/** Returns an error message, or undefined if plaintext to the address is allowed. */
export const plaintextRefusal = (address: string | undefined, allowed: BlockList) =>
  address !== undefined && holds(allowed, address)
    ? undefined
    : `passwords and messages do not go to ${address} without TLS. Use TLS, or add its network to PLAINTEXT_NETWORKS`
