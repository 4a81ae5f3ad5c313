import type { SteadyClock } from '../../platform/scheduling/steady-clock.ts'
import type { Work } from '../../platform/scheduling/workers.ts'
import { type DeliveryContext, deliverEvents, webhookWorkName } from './deliver.ts'
import { dueWebhooks } from './due-webhooks.ts'

// A webhook occupies a slot for at most a second (`startWorkers`), so an endpoint that does not respond delays no other. Twice as many
// webhooks are in progress: only if all of these are slow, others wait for up to 15 s.
const slots = 250

interface WebhookContext extends Omit<DeliveryContext, 'clock' | 'abortSignal'> {
  steadyClock: SteadyClock
}

/** The events for the webhooks of all entities. Several processes share them. */
export function webhookWork(context: WebhookContext): Work {
  const { scan, lease } = dueWebhooks(context.database)
  return {
    name: webhookWorkName,
    personal: 'contacts',
    slots,
    async startDue({ free, start, signal, abortSignal }) {
      const clock = await context.steadyClock.next()
      if (!clock) return 0
      const due = await scan.next(free, clock)
      for (const webhook of await lease(due, clock.now()))
        start(deliverEvents({ ...context, clock, abortSignal }, webhook, signal))
      return due.length
    },
  }
}
