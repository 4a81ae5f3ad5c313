import { expect, test } from 'vitest'
import { type Holder, Places } from './places.ts'

/** Takes as many places as there are, each with another credential unless one is given. */
function fill(places: Places, entityId: string, credentialId?: string) {
  const releases: (() => void)[] = []
  for (;;) {
    const holder: Holder = { entityId, credentialId: credentialId ?? `${entityId} ${releases.length}` }
    if (places.isFull(holder)) return releases
    releases.push(places.take(holder))
  }
}

test('the credentials of one entity together take no more places than the entity has', () => {
  const places = new Places({ total: 100, perEntity: 8, perCredential: 8 })
  expect(fill(places, 'greedy')).toHaveLength(8)
  expect(() => places.take({ entityId: 'greedy', credentialId: 'another' })).toThrow('Overloaded')
  expect(fill(places, 'other')).toHaveLength(8)
})

test('entities that hold places leave a quarter of all places to entities without any', () => {
  const places = new Places({ total: 16, perEntity: 8, perCredential: 8 })
  expect([fill(places, 'a').length, fill(places, 'b').length]).toEqual([8, 4])
  for (const entityId of ['c', 'd', 'e', 'f']) expect(fill(places, entityId)).toHaveLength(1)
  expect(fill(places, 'g')).toHaveLength(0)
})

test('a credential leaves a quarter of the places of its entity to the others, and takes no more than its own', () => {
  const places = new Places({ total: 100, perEntity: 8, perCredential: 10 })
  expect(fill(places, 'a', 'greedy')).toHaveLength(6)
  expect(fill(places, 'a', 'desk')).toHaveLength(1)
  expect(fill(places, 'b', 'greedy')).toHaveLength(4)
})

test('a place that is given back can be taken again', () => {
  const places = new Places({ total: 4, perEntity: 4, perCredential: 4 })
  const releases = [...fill(places, 'a'), ...fill(places, 'b')]
  expect(releases).toHaveLength(4)
  expect(fill(places, 'c')).toHaveLength(0)
  for (const release of releases) release()
  expect(fill(places, 'c')).toHaveLength(3)
})
