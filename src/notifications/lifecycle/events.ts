import type { State } from '../../visits/state.ts'

interface Event {
  from: readonly State[]
  to: State | 'same' | 'previous'
}

/** The life cycle of a notification: the source states and the target state of each event. In any other state, the
 *  event changes nothing. `same` keeps the state, and `previous` restores the state before the arrival. */
export const events = {
  confirm: { from: ['open', 'rescheduling', 'cancelled'], to: 'confirmed' },
  reschedule: { from: ['open', 'confirmed', 'cancelled'], to: 'rescheduling' },
  cancel: { from: ['open', 'confirmed', 'rescheduling'], to: 'cancelled' },
  // Also without a confirmation: staff see who is at the desk.
  arrive: { from: ['open', 'confirmed', 'rescheduling', 'cancelled', 'imported'], to: 'arrived' },
  annul: { from: ['arrived'], to: 'previous' },
  // History does not contain the state. A visit that the clinic submits again needs one.
  adopt: { from: ['imported'], to: 'open' },
  // Staff deal with the request, such as by telephone.
  markDone: { from: ['rescheduling'], to: 'same' },
  update: { from: ['open', 'confirmed', 'rescheduling', 'cancelled', 'arrived'], to: 'same' },
  // Also after an arrival: the new notification is about another visit, for which the old QR code must not be valid.
  supersede: { from: ['open', 'confirmed', 'rescheduling', 'cancelled', 'arrived', 'imported'], to: 'superseded' },
  withdraw: { from: ['open', 'confirmed', 'rescheduling', 'cancelled', 'imported'], to: 'withdrawn' },
} as const satisfies Record<string, Event>

export type EventName = keyof typeof events

/** Whether the state allows the event. */
export const canHappen = (event: EventName, state: State) => (events[event].from as readonly State[]).includes(state)

/** Whether a contact can answer in this state, or change an earlier answer. */
export const isAnswerable = (state: State) => state === events.confirm.to || canHappen('confirm', state)
