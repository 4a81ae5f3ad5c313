import { setImmediate as nextTick } from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'

/** Counts the ticks of the event loop until the work is done. The clock of `performance` advances by a millisecond whenever the
 *  code reads it, so that the time which the work takes does not matter: a slice of the fair queue has one task. */
export async function ticksDuring(work: Promise<unknown>): Promise<number> {
  let nowMs = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs++)
  onTestFinished(() => clock.mockRestore())
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  let ticks = 0
  for (; !isDone; ticks++) await nextTick()
  await done
  return ticks
}
