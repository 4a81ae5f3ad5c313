import { setTimeout as delay } from 'node:timers/promises'
import { type ChannelName, channels } from '../notifications/address.ts'
import { type DeliveryContext, deliverDue } from './deliver.ts'

const pollEveryMs = 1_000

export interface Worker {
  /** Takes no more, and resolves when what has begun is noted. */
  stop(): Promise<void>
}

/** Delivers what is due until it is stopped, each channel by itself: a slow one holds up none. It looks every second, since
 *  any process may have taken a task. */
export function startDelivering(context: DeliveryContext): Worker {
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
    while (!signal.aborted) {
      try {
        if ((await deliverDue(context, channel)) > 0) continue
      } catch (error) {
        context.log.error({ err: error }, 'the outbox cannot be worked')
      }
      await delay(pollEveryMs, undefined, { signal }).catch(() => {})
    }
  }
}
