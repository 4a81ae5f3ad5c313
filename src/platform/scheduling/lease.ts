import { setTimeout as delay } from 'node:timers/promises'
import { minutes } from '../time/instant.ts'

/** After this duration, another process may take over a task. No lease is longer. */
export const leaseMicros = minutes(2)

/** Rejects 30 s before the lease ends. */
export async function inTime<T>(task: Promise<T>): Promise<T> {
  const late = new AbortController()
  const waiting = delay(leaseMicros / 1_000 - 30_000, undefined, { signal: late.signal, ref: false })
  try {
    return await Promise.race([
      task,
      waiting.then(() => {
        throw new Error('the attempt timed out')
      }),
    ])
  } finally {
    late.abort()
  }
}
