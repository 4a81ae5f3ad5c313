import { expect, test } from 'vitest'
import { yieldToEventLoop } from './event-loop.ts'

/** Holds the event loop for longer than a slice. */
function spend() {
  const end = performance.now() + 10
  while (performance.now() < end);
}

test('runs one slice of long work per event loop turn, with other work between', async () => {
  const ran: string[] = []
  async function work(name: string) {
    for (let step = 0; step < 3; step++) {
      await yieldToEventLoop()
      ran.push(name)
      spend()
    }
  }
  let isDone = false
  function otherWork() {
    ran.push('other')
    if (!isDone) setImmediate(otherWork)
  }
  setImmediate(otherWork)
  await Promise.all([work('a'), work('b')])
  isDone = true
  expect(ran.filter((name) => name !== 'other')).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
  expect(ran.join(' ')).not.toMatch(/[ab] [ab]/)
})
