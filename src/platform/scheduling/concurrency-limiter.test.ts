import { expect, test } from 'vitest'
import { ConcurrencyLimiter, type Holder } from './concurrency-limiter.ts'

/** Takes as many slots as there are, each with another credential unless one is given. */
function fill(limiter: ConcurrencyLimiter, entityId: string, credentialId?: string) {
  const releases: (() => void)[] = []
  for (;;) {
    const holder: Holder = { entityId, credentialId: credentialId ?? `${entityId} ${releases.length}` }
    if (limiter.isFull(holder)) return releases
    releases.push(limiter.take(holder))
  }
}

test('the credentials of one entity together take no more slots than the entity has', () => {
  const limiter = new ConcurrencyLimiter({ total: 100, perEntity: 8, perCredential: 8 })
  expect(fill(limiter, 'greedy')).toHaveLength(8)
  expect(() => limiter.take({ entityId: 'greedy', credentialId: 'another' })).toThrow('Overloaded')
  expect(fill(limiter, 'other')).toHaveLength(8)
})

test('entities that hold slots leave a quarter of all slots to entities that have none', () => {
  const limiter = new ConcurrencyLimiter({ total: 16, perEntity: 8, perCredential: 8 })
  expect([fill(limiter, 'a').length, fill(limiter, 'b').length]).toEqual([8, 4])
  for (const entityId of ['c', 'd', 'e', 'f']) expect(fill(limiter, entityId)).toHaveLength(1)
  expect(fill(limiter, 'g')).toHaveLength(0)
})

test('a credential leaves a quarter of the slots of its entity to the others, and takes no more than its own', () => {
  const limiter = new ConcurrencyLimiter({ total: 100, perEntity: 8, perCredential: 10 })
  expect(fill(limiter, 'a', 'greedy')).toHaveLength(6)
  expect(fill(limiter, 'a', 'desk')).toHaveLength(1)
  expect(fill(limiter, 'b', 'greedy')).toHaveLength(4)
})

test('a released slot can be taken again', () => {
  const limiter = new ConcurrencyLimiter({ total: 4, perEntity: 4, perCredential: 4 })
  const releases = [...fill(limiter, 'a'), ...fill(limiter, 'b')]
  expect(releases).toHaveLength(4)
  expect(fill(limiter, 'c')).toHaveLength(0)
  for (const release of releases) release()
  expect(fill(limiter, 'c')).toHaveLength(3)
})
