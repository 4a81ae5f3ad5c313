import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rollcall.ts'
import { addressesInHostsFile } from './hosts-file.ts'

const text = `# 10.0.0.9 practice
127.0.0.1\tlocalhost
::1 localhost ip6-localhost
10.0.0.1  practice.lan Practice # 10.0.0.8 bridge
not-an-address practice
10.0.0.2 practice\r
`

test('a name has every address of its lines in the hosts file', async () => {
  const path = join(temporaryFolder(), 'hosts')
  writeFileSync(path, text)
  expect(await addressesInHostsFile('practice', path)).toEqual(['10.0.0.1', '10.0.0.2'])
  expect(await addressesInHostsFile('localhost', path)).toEqual(['127.0.0.1', '::1'])
  expect(await addressesInHostsFile('bridge', path)).toEqual([])
  expect(await addressesInHostsFile('10.0.0.1', path)).toEqual([])
})

test('a machine without a hosts file knows no name by it', async () => {
  expect(await addressesInHostsFile('localhost', join(temporaryFolder(), 'hosts'))).toEqual([])
})
