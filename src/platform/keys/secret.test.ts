import { execFile } from 'node:child_process'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/rollcall.ts'
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

test('a key file that others can read, or with a short key, is refused', () => {
  const path = join(temporaryFolder(), 'rollcall.key')
  writeFileSync(path, 'short\n', { mode: 0o600 })
  expect(() => keyFile(path)).toThrow('has a key of 5 characters')
  writeFileSync(path, 'k'.repeat(32))
  expect(keyFile(path)).toBe('k'.repeat(32))
  chmodSync(path, 0o640)
  expect(keyFile(path)).toBe('k'.repeat(32))
  for (const mode of [0o644, 0o620, 0o604]) {
    chmodSync(path, mode)
    expect(() => keyFile(path)).toThrow(`mode 0${mode.toString(8)}`)
  }
})
