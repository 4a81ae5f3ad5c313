import { isIP } from 'node:net'
import type { ChannelVariables, Rule } from '../platform/config/channel-environment.ts'
import { holds, plaintextNetworks, thisMachine } from '../platform/config/networks.ts'
import { protocolOf } from '../platform/config/setting.ts'

/** A URL of an HTTP protocol without TLS must name this machine, or an address in PLAINTEXT_NETWORKS. */
export const plaintextRule = (variable: string, protocol: string): Rule<ChannelVariables> => ({
  when: (env) => protocolOf(env[variable]) === protocol && !isPlaintextAllowed(env[variable]!, env.PLAINTEXT_NETWORKS),
  fault: `${variable} must name localhost, or an IP address in PLAINTEXT_NETWORKS, because ${protocol} has no TLS`,
})

function isPlaintextAllowed(url: string, listed: string | undefined) {
  const { hostname } = new URL(url)
  const address = hostname.replace(/^\[|\]$/g, '')
  const allowed = plaintextNetworks(listed ?? '') ?? thisMachine
  return hostname === 'localhost' || (isIP(address) > 0 && holds(allowed, address))
}
