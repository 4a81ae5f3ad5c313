import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/** Returns the addresses that the machine's hosts file has for a name. A change of the file takes effect at once. */
export async function addressesInHostsFile(name: string, path = '/etc/hosts'): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return isIP(address) && names.includes(name) ? [address] : []
  })
}
