import { type BlockList, isIP } from 'node:net'
import { holds } from '../../platform/config/networks.ts'
import { isPublic } from '../../platform/outgoing/public-address.ts'

/** The rule for the addresses of a webhook's host.
 *  @param networks the networks of WEBHOOK_NETWORKS */
export const addressRule = (protocol: string, networks: BlockList) =>
  protocol === 'https:'
    ? {
        isAllowed: (address: string) => isPublic(address) || holds(networks, address),
        refusal: 'must not be a private address, unless WEBHOOK_NETWORKS lists its network',
      }
    : {
        isAllowed: (address: string) => holds(networks, address),
        refusal: 'must be in a network of WEBHOOK_NETWORKS, because the URL is not https:',
      }

/** Returns why no webhook has this URL, or undefined. Does not resolve a host name. */
export function urlFault(text: string, networks: BlockList): string | undefined {
  // `URL` ignores them or reads them as others, and lists would show them.
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(text)) return 'must not contain white space, control characters or backslashes'
  const url = URL.parse(text)
  if (!url || !isProtocol(url.protocol, networks)) return 'must be an https: URL'
  if (url.username !== '' || url.password !== '') return 'must not have a user or a password'
  // `URL` has read all spellings of an IPv4 address: a number, octal, hexadecimal, a trailing dot.
  const address = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const { isAllowed, refusal } = addressRule(url.protocol, networks)
  return isIP(address) && !isAllowed(address) ? `has a host that ${refusal}` : undefined
}

const isProtocol = (protocol: string, networks: BlockList) =>
  protocol === 'https:' || (protocol === 'http:' && networks.rules.length > 0)
