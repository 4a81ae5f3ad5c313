import type { State } from '../notifications/state.ts'

interface Event {
  from: readonly State[]
  to: State
}

/** The life cycle of a notification: the states in which each event happens, and the state that follows. In any other state,
 *  the event changes nothing. */
export const events = {
  confirm: { from: ['open', 'rescheduling', 'cancelled'], to: 'confirmed' },
  reschedule: { from: ['open', 'confirmed', 'cancelled'], to: 'rescheduling' },
  cancel: { from: ['open', 'confirmed', 'rescheduling'], to: 'cancelled' },
  arrive: { from: ['confirmed', 'imported'], to: 'arrived' },
  // Also after an arrival: the newer notification is about another visit, which the old QR code must not open.
  supersede: { from: ['open', 'confirmed', 'rescheduling', 'cancelled', 'arrived', 'imported'], to: 'superseded' },
  withdraw: { from: ['open', 'confirmed', 'rescheduling', 'cancelled', 'imported'], to: 'withdrawn' },
} as const satisfies Record<string, Event>

export type EventName = keyof typeof events

/** Whether the event happens in this state. */
export const canHappen = (event: EventName, state: State) => (events[event].from as readonly State[]).includes(state)

/** Whether a contact can still answer in this state, or change an answer. */
export const isAnswerable = (state: State) => state === events.confirm.to || canHappen('confirm', state)
