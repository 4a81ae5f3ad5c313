import { scheduler } from 'node:timers/promises'
import { channelNames } from '../../channels/registry.ts'
import type { Work } from '../../platform/scheduling/workers.ts'
import { outboxName } from './audit-deliveries.ts'
import type { WorkContext } from './context.ts'
import { deliver } from './deliver.ts'
import { type DueDeliveries, dueDeliveries } from './due-deliveries.ts'

/** The due messages of each channel, of which `slots` are sent at the same time. While a provider accepts no messages, nothing
 *  is sent on its channel. */
export const deliveryWork = (context: WorkContext, slots: number): Work[] =>
  channelNames.map((channel) => {
    const deliveries = dueDeliveries(context, channel)
    return {
      name: outboxName(channel),
      personal: 'contact',
      slots,
      startDue: ({ free, start, pause }) => startDue({ ...context, onBusy: pause }, deliveries, free, start),
    }
  })

/** Leases due deliveries of up to `count` messages, and starts to deliver each. A task resolves when its outcome is recorded.
 *  Returns the number of due deliveries, which includes those that another process leases first. Without a clock for
 *  the batch, nothing is due, and all deliveries and leases stay unchanged. */
export async function startDue(
  context: WorkContext,
  { scan, lease }: DueDeliveries,
  count: number,
  onStart: (task: Promise<void>) => void,
): Promise<number> {
  const clock = await context.steadyClock.next()
  if (!clock) return 0
  const due = await scan.next(count, clock)
  for (const group of await lease(due, clock.now())) {
    onStart(deliver({ ...context, clock }, group))
    // Composing a message takes 2 ms. On SQLite, the event loop would be blocked until all are composed.
    await scheduler.yield()
  }
  return due.length
}
