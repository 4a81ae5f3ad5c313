import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { dnsServer, type Records } from '../../../test/dns-server.ts'
import { dnsLookup } from './dns-lookup.ts'

const all = { all: true } as const

async function resolverWith(records: Records) {
  const { address, asked } = await dnsServer(records)
  const lookup = dnsLookup([address])
  const resolve = (name: string) =>
    new Promise<string[]>((done, failed) =>
      lookup(name, all, (error, addresses) => (error ? failed(error) : done(addresses.map(({ address }) => address)))),
    )
  return { resolve, asked }
}

test('a name has the IPv4 addresses that the DNS server gives, also through another name', async () => {
  const { resolve } = await resolverWith({
    'clinic.example': ['93.184.215.14', '93.184.215.15'],
    'hook.example': { cname: 'other.example' },
    'other.example': { cname: 'clinic.example' },
  })
  expect(await resolve('clinic.example')).toEqual(['93.184.215.14', '93.184.215.15'])
  expect(await resolve('Clinic.Example.')).toEqual(['93.184.215.14', '93.184.215.15'])
  expect(await resolve('hook.example')).toEqual(['93.184.215.14', '93.184.215.15'])
})

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.family === 'IPv6' && !one.internal && !one.address.startsWith('fe80:'))

test.runIf(hasIpv6)('a name has IPv6 addresses after IPv4 ones on a machine that has IPv6', async () => {
  const ipv6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'
  const { resolve } = await resolverWith({ 'both.example': [ipv6, '93.184.215.14'], 'six.example': [ipv6] })
  expect(await resolve('both.example')).toEqual(['93.184.215.14', ipv6])
  expect(await resolve('six.example')).toEqual([ipv6])
})

test('a name without an address, and a server that does not respond, have reasons', async () => {
  const { resolve } = await resolverWith({ 'empty.example': [] })
  await expect(resolve('unknown.example')).rejects.toThrow('the host name has no address')
  await expect(resolve('empty.example')).rejects.toThrow('the host name has no address')
  await expect(resolve('silent.example')).rejects.toThrow('no DNS server answered within 2 s')
  await expect(resolve(`${'a'.repeat(64)}.example`)).rejects.toThrow('EBADNAME')
})

test('asks a silent server once', async () => {
  const { resolve, asked } = await resolverWith({})
  await expect(resolve('silent.example')).rejects.toThrow()
  expect(asked).toEqual(hasIpv6 ? ['silent.example', 'silent.example'] : ['silent.example'])
})

test("a name of the machine's hosts file needs no DNS server", async () => {
  const { resolve, asked } = await resolverWith({})
  expect(await resolve('localhost')).toContain('127.0.0.1')
  expect(asked).toEqual([])
})
