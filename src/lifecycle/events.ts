import type { State } from '../notifications/state.ts'

interface Event {
  from: readonly State[]
  to: State
}

/** The life cycle of a notification: the source states and the target state of each event. In any other state, the
 *  event changes nothing. */
export const events = {
  confirm: { from: ['open', 'rescheduling', 'cancelled'], to: 'confirmed' },
  reschedule: { from: ['open', 'confirmed', 'cancelled'], to: 'rescheduling' },
  cancel: { from: ['open', 'confirmed', 'rescheduling'], to: 'cancelled' },
  arrive: { from: ['confirmed', 'imported'], to: 'arrived' },
  // Also after an arrival: the new notification is about another visit, for which the old QR code must not be valid.
  supersede: { from: ['open', 'confirmed', 'rescheduling', 'cancelled', 'arrived', 'imported'], to: 'superseded' },
  withdraw: { from: ['open', 'confirmed', 'rescheduling', 'cancelled', 'imported'], to: 'withdrawn' },
} as const satisfies Record<string, Event>

export type EventName = keyof typeof events

/** Whether the state allows the event. */
export const canHappen = (event: EventName, state: State) => (events[event].from as readonly State[]).includes(state)

/** Whether a contact can answer in this state, or change an earlier answer. */
export const isAnswerable = (state: State) => state === events.confirm.to || canHappen('confirm', state)
