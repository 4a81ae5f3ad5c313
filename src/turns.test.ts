import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Work that ends when the test says so. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let isBegun = false
  return {
    begin: () => {
      isBegun = true
      return promise
    },
    isBegun: () => isBegun,
    end: resolve,
    fail: reject,
  }
}

const away = new Error('away')
const turns = () => new Turns(2, (error) => error === away)

test('so many of a key are under way at a time, in the order in which they came, and others beside them', async () => {
  const line = turns()
  const works = Array.from({ length: 5 }, work)
  const done = works.map(({ begin }) => line.take('one', begin))
  const other = line.take('other', async () => 'at once')
  expect(await other).toBe('at once')
  expect(works.map(({ isBegun }) => isBegun())).toEqual([true, true, false, false, false])
  works[1]!.end('b')
  await done[1]
  works[0]!.fail(new Error('its own'))
  await expect(done[0]).rejects.toThrow('its own')
  expect(works.map(({ isBegun }) => isBegun())).toEqual([true, true, true, true, false])
  for (const { end } of works) end('')
  await Promise.all(done.slice(1))
})

test('what concerns all that wait fails them, and the next one finds a place', async () => {
  const line = turns()
  const works = Array.from({ length: 4 }, work)
  const done = Promise.allSettled(works.map(({ begin }) => line.take('one', begin)))
  works[0]!.fail(away)
  works[1]!.end('in time')
  expect((await done).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected'])
  expect(works.map(({ isBegun }) => isBegun())).toEqual([true, true, false, false])
  const next = Array.from({ length: 3 }, work)
  const later = next.map(({ begin }) => line.take('one', begin))
  expect(next.map(({ isBegun }) => isBegun())).toEqual([true, true, false])
  for (const { end } of next) end('')
  await Promise.all(later)
})
