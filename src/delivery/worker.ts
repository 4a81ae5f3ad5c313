import { setTimeout as delay } from 'node:timers/promises'
import { type ChannelName, channels } from '../notifications/address.ts'
import { type DeliveryContext, deliverDue } from './deliver.ts'

const pollEveryMs = 1_000

export interface Worker {
  /** Stops leasing deliveries. Resolves when the outcomes of the current batch are recorded. */
  stop(): Promise<void>
}

/** Delivers due messages until stopped. Each channel has its own loop, so a slow channel does not delay another. The
 *  loops poll every second, since another process may have accepted a task. */
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
        context.log.error({ err: error }, 'Cannot process the outbox')
      }
      await delay(pollEveryMs, undefined, { signal }).catch(() => {})
    }
  }
}
