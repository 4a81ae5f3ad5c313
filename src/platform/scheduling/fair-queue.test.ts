import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const holder = (entityId: string, credentialId = entityId) => ({ entityId, credentialId })

test('entities take turns, regardless of the length of their queues', async () => {
  const queue = new FairQueue(1)
  const order: string[] = []
  const take = (key: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      queue.of(holder(key))(async () => {
        order.push(`${key}${index}`)
        await nextTick()
      }),
    )
  await Promise.all([...take('greedy', 5), ...take('a', 1), ...take('b', 2)])
  expect(order).toEqual(['greedy0', 'greedy1', 'a0', 'b0', 'greedy2', 'b1', 'greedy3', 'greedy4'])
})

test('credentials share the turns of their entity, however many there are', async () => {
  const queue = new FairQueue(1)
  const order: string[] = []
  const take = (entityId: string, credentialId: string) =>
    queue.of(holder(entityId, credentialId))(async () => {
      order.push(credentialId)
      await nextTick()
    })
  await Promise.all([
    ...['a1', 'a1', 'a1', 'a2', 'a3'].map((credential) => take('a', credential)),
    ...['b1', 'b1', 'b2'].map((credential) => take('b', credential)),
  ])
  expect(order).toEqual(['a1', 'a1', 'b1', 'a2', 'b2', 'a3', 'b1', 'a1'])
})

test('other work of the event loop runs between tasks that fill a slice each', async () => {
  let timeMs = 0
  const queue = new FairQueue(1, 1, () => timeMs)
  const order: string[] = []
  const tasks = Array.from({ length: 4 }, () =>
    queue.of(holder('greedy'))(async () => {
      timeMs += 1
      order.push('task')
    }),
  )
  for (let tick = 0; tick < 4; tick++) {
    await nextTick()
    order.push('other')
  }
  await Promise.all(tasks)
  expect(order.join(' ')).not.toContain('task task task')
})

test('short tasks share a tick', async () => {
  const queue = new FairQueue(1, 1, () => 0)
  let hasTicked = false
  setImmediate(() => {
    hasTicked = true
  })
  await Promise.all(Array.from({ length: 5 }, () => queue.of(holder('a'))(async () => {})))
  expect(hasTicked).toBe(false)
})

test('at most `width` tasks run at once', async () => {
  const queue = new FairQueue(3)
  let running = 0
  let max = 0
  const task = async () => {
    max = Math.max(max, ++running)
    await nextTick()
    running--
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => queue.of(holder(`key ${index % 4}`))(task)))
  expect(max).toBe(3)
})

test('a task that fails rejects its own promise, and the next one runs', async () => {
  const queue = new FairQueue(1)
  const failing = queue.of(holder('a'))(async () => {
    await nextTick()
    throw new Error('failed')
  })
  const following = queue.of(holder('a'))(async () => 'done')
  await expect(failing).rejects.toThrow('failed')
  expect(await following).toBe('done')
})

test('at most `widthPerEntity` tasks of one entity run at once, and tasks of others pass them', async () => {
  const queue = new FairQueue(4, 2)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const started: string[] = []
  const take = (key: string) =>
    queue.of(holder(key))(async () => {
      started.push(key)
      await held
    })
  const tasks = ['greedy', 'greedy', 'greedy', 'greedy', 'a', 'b'].map(take)
  await nextTick()
  await nextTick()
  expect(started).toEqual(['greedy', 'greedy', 'a', 'b'])
  release()
  await Promise.all(tasks)
  expect(started).toHaveLength(6)
})

test('a task starts at once if only tasks of an entity at its limit are queued', async () => {
  const queue = new FairQueue(4, 1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = [queue.of(holder('greedy'))(() => promise), queue.of(holder('greedy'))(() => promise)]
  await nextTick()
  await nextTick()
  expect(await queue.of(holder('other'))(async () => 'done')).toBe('done')
  resolve()
  await Promise.all(held)
})
