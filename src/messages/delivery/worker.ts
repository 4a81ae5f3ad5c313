import { channelNames } from '../../channels/registry.ts'
import type { Work } from '../../platform/scheduling/workers.ts'
import { startDue, type WorkContext } from './deliver.ts'
import { dueDeliveries } from './due-deliveries.ts'

/** The due messages of each channel, of which `slots` are sent at the same time. While a provider takes no messages, nothing
 *  is sent on its channel. */
export const deliveryWork = (context: WorkContext, slots: number): Work[] =>
  channelNames.map((channel) => {
    const deliveries = dueDeliveries(context, channel)
    return {
      name: `the ${channel} outbox`,
      slots,
      startDue: ({ free, start, pause }) => startDue({ ...context, onBusy: pause }, deliveries, free, start),
    }
  })
