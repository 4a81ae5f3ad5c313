import { setTimeout as delay } from 'node:timers/promises'
import { type ChannelName, channels } from '../notifications/address.ts'
import { type DeliveryContext, startDue } from './deliver.ts'
import { DueScan } from './due-scan.ts'

const pollEveryMs = 1_000

export interface Worker {
  /** Stops leasing deliveries. Resolves when the outcomes of the current attempts are recorded. */
  stop(): Promise<void>
}

/** Delivers due messages until stopped, at most `atOnce` of each channel at the same time. The next delivery starts as
 *  soon as one ends, so a slow recipient delays no other. Without a due delivery, the channel polls every second, since
 *  another process may have accepted a task. */
export function startDelivering(context: DeliveryContext, atOnce: number): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = Promise.all(channels.map(run))
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }

  async function run(channel: ChannelName) {
    const scan = new DueScan(context.database, channel)
    const attempts = new Set<Promise<void>>()
    let ended = Promise.withResolvers<void>()
    while (!signal.aborted) {
      try {
        const started = await startDue(context, scan, atOnce - attempts.size)
        for (const attempt of started.attempts) void follow(attempt)
        if (started.due === 0) await pause()
      } catch (error) {
        logFailure(error)
        await pause()
      }
      if (attempts.size < atOnce) continue
      await ended.promise
    }
    await Promise.all(attempts)

    async function follow(attempt: Promise<void>) {
      const followed = attempt.catch(logFailure)
      attempts.add(followed)
      await followed
      attempts.delete(followed)
      ended.resolve()
      ended = Promise.withResolvers()
    }
  }

  function pause() {
    return delay(pollEveryMs, undefined, { signal }).catch(() => {})
  }

  function logFailure(error: unknown) {
    context.log.error({ err: error }, 'Cannot process the outbox')
  }
}
