import { setTimeout as delay } from 'node:timers/promises'
import { type DeliveryContext, deliverDue } from './deliver.ts'

const lookEvery = 1_000

export interface Worker {
  /** Takes no more, and resolves when what has begun is noted. */
  stop(): Promise<void>
}

/** Delivers what is due until it is stopped. It looks every second, since any process may have taken a task. */
export function startDelivering(context: DeliveryContext): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }

  async function run() {
    while (!signal.aborted) {
      try {
        if ((await deliverDue(context)) > 0) continue
      } catch (error) {
        context.log.error({ err: error }, 'the outbox cannot be worked')
      }
      await delay(lookEvery, undefined, { signal }).catch(() => {})
    }
  }
}
