import type { NotificationStatus } from '../../client/client.ts'
import { fileReason } from '../../client/states.ts'

type Delivery = Pick<NotificationStatus['deliveries'][number], 'state' | 'reason'>

/** How pages show a delivery: a message that was written to a file is not sent. Its reason is the state. */
export const shownDelivery = ({ state, reason }: Delivery) =>
  state === 'sent' && reason === fileReason ? ({ state: 'written' } as const) : { state, reason }
