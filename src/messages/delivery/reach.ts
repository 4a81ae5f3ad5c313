import type { State } from '../../visits/state.ts'
import { type MessageKind, tellsOfVisit } from './kind.ts'
import { type DeliveryState, wasSent } from './state.ts'

/** The reach of the messages about a visit: one has reached the contact, as far as the service knows; or one is on its way; or neither. */
export type Reach = 'unreached' | 'waiting' | 'reached'

/** The reason of a delivery whose channel had no server: its message was written to a file, and nobody got it. */
export const fileReason = 'file'

interface Told {
  kind: MessageKind
  state: DeliveryState
  reason?: string | null
}

/** Whether the message left the service. Its provider may not have delivered it yet. */
export const hasLeft = ({ state, reason }: Pick<Told, 'state' | 'reason'>) => wasSent(state) && reason !== fileReason

/** Returns the reach of the messages about a visit. An answer of staff to a text does not tell the contact of the visit. */
export function reachOf(deliveries: Told[]): Reach {
  const about = deliveries.filter(({ kind }) => tellsOfVisit(kind))
  if (about.some(hasLeft)) return 'reached'
  return about.some(({ state }) => state === 'pending') ? 'waiting' : 'unreached'
}

/** The states in which a contact without an answer may know nothing of the visit. */
export const unansweredStates = ['open', 'no-show'] as const satisfies State[]

/** Whether no message has reached the contact of a current visit, none is on its way, and the contact has not answered. The
 *  condition `visitIsUnreached` says the same. */
export const isUnreached = ({
  state,
  created_at,
  answered_at,
  deliveries,
}: {
  state: State
  created_at?: string
  answered_at?: string
  deliveries: Told[]
}) =>
  created_at !== undefined &&
  unansweredStates.some((one) => one === state) &&
  answered_at === undefined &&
  reachOf(deliveries) === 'unreached'
