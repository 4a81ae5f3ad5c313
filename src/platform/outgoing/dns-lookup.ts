import { type LookupAddress, NODATA, NOTFOUND, TIMEOUT } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { addressesInHostsFile } from './hosts-file.ts'
import type { LookupAll } from './public-address.ts'

// For each DNS server of the machine.
const timeoutMs = 2_000

/** Resolves a name that a client chose: by the hosts file, then by the DNS servers of the machine. While the name's servers stay
 *  silent, dns.lookup would occupy one of the few threads with which the whole process resolves names.
 *  @param servers the DNS servers, by default those of the machine */
export function dnsLookup(servers?: string[]): LookupAll {
  return (hostname, _options, callback) =>
    void resolve(hostname.toLowerCase().replace(/\.$/, ''), servers).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    )
}

async function resolve(name: string, servers?: string[]): Promise<LookupAddress[]> {
  const listed = await addressesInHostsFile(name)
  if (listed.length > 0) return listed.map((address) => ({ address, family: isIP(address) }))
  // A new resolver reads the current DNS servers of the machine, in 0.06 ms.
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers) resolver.setServers(servers)
  const answers = await Promise.allSettled(
    usedFamilies().map(async (family) => {
      const addresses = await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))
      return addresses.map((address) => ({ address, family }))
    }),
  )
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length === 0) throw failureOf(answers)
  return found
}

/** Returns the address families of the machine, IPv4 first. An unused family would only cost time: Node tries each address except the
 *  last for 250 ms. */
function usedFamilies(): (4 | 6)[] {
  const outer = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.filter(isOuter))
  const used = ([4, 6] as const).filter((family) => outer.some((address) => address.family === `IPv${family}`))
  return used.length > 0 ? used : [4, 6]
}

const isOuter = ({ internal, address }: { internal: boolean; address: string }) =>
  !internal && !address.startsWith('fe80:')

/** Returns why there is no address. A failure of a server says more than a family without an address. */
function failureOf(answers: PromiseSettledResult<unknown>[]): Error {
  const errors = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : [],
  )
  const failure = errors.find(({ code }) => code !== NODATA && code !== NOTFOUND)
  if (!failure) return new Error('the host name has no address')
  return failure.code === TIMEOUT ? new Error(`no DNS server answered within ${timeoutMs / 1_000} s`) : failure
}
