import { type MessageKind, tellsOfVisit } from './kind.ts'
import { type DeliveryState, wasSent } from './state.ts'

/** The reach of the messages about a visit: one has reached the contact, as far as the service knows; or one is on its way; or neither. */
export type Reach = 'unreached' | 'waiting' | 'reached'

/** The reason of a delivery whose channel had no server: its message was written to a file, and nobody got it. */
export const fileReason = 'file'

interface MessageState {
  kind: MessageKind
  state: DeliveryState
  reason?: string | null
}

/** Whether the message left the service. Its provider may not have delivered it yet. */
export const hasLeft = ({ state, reason }: Pick<MessageState, 'state' | 'reason'>) =>
  wasSent(state) && reason !== fileReason

/** Returns the reach of the messages about a visit. An answer of staff to a text does not tell the contact of the visit. */
export function reachOf(deliveries: MessageState[]): Reach {
  const about = deliveries.filter(({ kind }) => tellsOfVisit(kind))
  if (about.some(hasLeft)) return 'reached'
  return about.some(({ state }) => state === 'pending') ? 'waiting' : 'unreached'
}
