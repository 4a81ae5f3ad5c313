import { expect, test } from 'vitest'
import { createSeal } from './seal.ts'

const [own, other] = [createSeal('k'.repeat(32)), createSeal('l'.repeat(32))]

test('a sealed text opens only with its key, for its purpose and unchanged', () => {
  const sealed = own.seal('channel email', 'pässword')
  expect(own.unseal('channel email', sealed)).toBe('pässword')
  expect(own.seal('channel email', 'pässword')).not.toBe(sealed)
  expect(other.unseal('channel email', sealed)).toBeUndefined()
  expect(own.unseal('channel mobile', sealed)).toBeUndefined()
  for (const changed of [`${sealed}A`, sealed.slice(0, -4), sealed.replace('v1.', 'v2.'), 'v1.', ''])
    expect(own.unseal('channel email', changed)).toBeUndefined()
})
