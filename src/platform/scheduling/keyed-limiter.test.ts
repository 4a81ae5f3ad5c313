import { expect, test } from 'vitest'
import { KeyedLimiter } from './keyed-limiter.ts'

/** A task that the test settles. */
function controlledTask() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let isStarted = false
  return {
    start: () => {
      isStarted = true
      return promise
    },
    isStarted: () => isStarted,
    end: resolve,
    fail: reject,
  }
}

const sharedError = new Error('shared')
const twoPerKey = () => new KeyedLimiter(2, (error) => error === sharedError)

test('limits the running tasks of one key, starts queued tasks in order, and does not delay other keys', async () => {
  const limiter = twoPerKey()
  const tasks = Array.from({ length: 5 }, controlledTask)
  const done = tasks.map(({ start }) => limiter.run('one', start))
  const other = limiter.run('other', async () => 'at once')
  expect(await other).toBe('at once')
  expect(tasks.map(({ isStarted }) => isStarted())).toEqual([true, true, false, false, false])
  tasks[1]!.end('b')
  await done[1]
  tasks[0]!.fail(new Error('its own'))
  await expect(done[0]).rejects.toThrow('its own')
  expect(tasks.map(({ isStarted }) => isStarted())).toEqual([true, true, true, true, false])
  for (const { end } of tasks) end('')
  await Promise.all(done.slice(1))
})

test('rejects queued tasks when a shared error occurs, and then accepts new tasks', async () => {
  const limiter = twoPerKey()
  const tasks = Array.from({ length: 4 }, controlledTask)
  const done = Promise.allSettled(tasks.map(({ start }) => limiter.run('one', start)))
  tasks[0]!.fail(sharedError)
  tasks[1]!.end('in time')
  expect((await done).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected'])
  expect(tasks.map(({ isStarted }) => isStarted())).toEqual([true, true, false, false])
  const next = Array.from({ length: 3 }, controlledTask)
  const later = next.map(({ start }) => limiter.run('one', start))
  expect(next.map(({ isStarted }) => isStarted())).toEqual([true, true, false])
  for (const { end } of next) end('')
  await Promise.all(later)
})
