import { setTimeout as delay } from 'node:timers/promises'
import { type ChannelName, channelNames } from '../channels/registry.ts'
import { Problem } from '../errors.ts'
import { type DeliveryContext, startDue } from './deliver.ts'
import { dueDeliveries } from './due-deliveries.ts'

const pollEveryMs = 1_000
const slowAfterMs = 1_000

export interface Worker {
  /** Stops leasing deliveries. Resolves when the outcomes of the current attempts are recorded. */
  stop(): Promise<void>
}

/** Delivers due messages until stopped. Each channel has `atOnce` slots: the next delivery starts as soon as one ends. A
 *  delivery that takes longer than a second gives up its slot, so that slow recipients do not delay others. A channel has
 *  at most twice as many deliveries in progress as slots. Without a due delivery, it polls every second, since another
 *  process may have accepted a task. */
export function startDelivering(context: DeliveryContext, atOnce: number): Worker {
  const stopping = new AbortController()
  const { signal } = stopping
  let isDatabaseAway = false
  const running = Promise.all(channelNames.map(run))
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }

  async function run(channel: ChannelName) {
    const deliveries = dueDeliveries(context.database, channel)
    const inProgress = new Set<Promise<void>>()
    const inPlaces = new Set<Promise<void>>()
    const freePlaces = () => Math.min(atOnce - inPlaces.size, 2 * atOnce - inProgress.size)
    let providerBusyMs = 0
    const onBusy = (ms: number) => {
      providerBusyMs = Math.max(providerBusyMs, ms)
    }
    let freed = Promise.withResolvers<void>()
    while (!signal.aborted) {
      try {
        const due = await startDue(
          { ...context, onBusy },
          deliveries,
          freePlaces(),
          (attempt) => void follow(attempt.catch(logFailure)),
        )
        if (isDatabaseAway) logReturn()
        if (due === 0) await pause()
      } catch (error) {
        logFailure(error)
        await pause()
      }
      while (freePlaces() <= 0) await freed.promise
      // The provider takes no messages: it would refuse each request.
      const busyMs = providerBusyMs
      providerBusyMs = 0
      if (busyMs > 0) await pause(busyMs)
    }
    await Promise.all(inProgress)

    async function follow(attempt: Promise<void>) {
      inProgress.add(attempt)
      inPlaces.add(attempt)
      const slow = setTimeout(leave, slowAfterMs)
      await attempt
      clearTimeout(slow)
      inProgress.delete(attempt)
      leave()

      function leave() {
        inPlaces.delete(attempt)
        freed.resolve()
        freed = Promise.withResolvers()
      }
    }
  }

  function pause(ms = pollEveryMs) {
    return delay(ms, undefined, { signal }).catch(() => {})
  }

  /** An absent database makes every poll fail: only the first failure is logged. */
  function logFailure(err: unknown) {
    if (!(err instanceof Problem && err.code === 'database-unavailable')) {
      context.log.error({ err }, 'Cannot process the outbox')
      return
    }
    if (!isDatabaseAway) context.log.warn({ err }, 'The database is unavailable. Deliveries wait for it.')
    isDatabaseAway = true
  }

  function logReturn() {
    isDatabaseAway = false
    context.log.warn('The database is available again. Deliveries continue.')
  }
}
