import { isIP } from 'node:net'

/** Returns the domain of passkeys; undefined at an IP address, which cannot have any (Web Authentication, 5.1.2). */
export function domainOf(origin: string): string | undefined {
  const { hostname } = new URL(origin)
  return isIP(hostname.replaceAll(/[[\]]/g, '')) ? undefined : hostname
}
