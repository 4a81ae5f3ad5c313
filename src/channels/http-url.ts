import { isIP } from 'node:net'
import type { ChannelVariables, Rule } from '../config/channel-environment.ts'
import { holds, plaintextNetworks, thisMachine } from '../config/networks.ts'
import { protocolOf } from '../config/setting.ts'

/** Requires that a URL of an HTTP protocol without TLS names this machine, or an address in PLAINTEXT_NETWORKS. */
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

/** Parses the URL of a provider whose protocol names it, such as twilio: or twilio+http:. Returns its API's origin and path,
 *  the credentials, and the header that authorizes requests with them (RFC 7617). */
export function readProviderUrl(text: string) {
  const { protocol, host, pathname, username, password: encoded } = new URL(text)
  const [user, password] = [decodeURIComponent(username), decodeURIComponent(encoded)]
  return {
    api: `${protocol.endsWith('+http:') ? 'http' : 'https'}://${host}${pathname.replace(/\/$/, '')}`,
    ...{ user, password },
    basic: { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
  }
}
