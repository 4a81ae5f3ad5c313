import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/rollcall.ts'
import { createSecret, keyFile } from './secret.ts'

test('a derived value depends on the key and on each part', () => {
  const derive = (key: string, ...parts: string[]) => createSecret(key).derive(26, 'checkin', ...parts)
  expect(derive('k', 'a', 'b')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(derive('k', 'a', 'b')).toBe(derive('k', 'a', 'b'))
  const others = [derive('l', 'a', 'b'), derive('k', 'ab', ''), createSecret('k').derive(26, 'answer', 'a', 'b')]
  expect(new Set([derive('k', 'a', 'b'), ...others]).size).toBe(4)
})

test('the key is created once, readable only by its owner, when several processes start', async () => {
  const path = join(temporaryFolder(), 'rollcall.key')
  const script = `import { keyFile } from ${JSON.stringify(join(import.meta.dirname, 'secret.ts'))}; console.log(keyFile(process.argv[1]))`
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, path])
  const keys = (await Promise.all([start(), start(), start()])).map(({ stdout }) => stdout.trim())
  expect(new Set([...keys, keyFile(path)]).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{43}$/)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
