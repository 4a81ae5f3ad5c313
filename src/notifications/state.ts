import type { ActionName } from '../actions/action.ts'

/** Where a notification stands. `imported` ones came with history, which does not tell. */
export const states = [
  'open',
  'confirmed',
  'rescheduling',
  'cancelled',
  'arrived',
  'superseded',
  'withdrawn',
  'imported',
] as const
export type State = (typeof states)[number]

/** What contacts do, and what the clinic's own system does: hand over a newer notice of the same thing, or take it back. */
export type Event = ActionName | 'supersede' | 'withdraw'

const answers = { confirm: 'confirmed', reschedule: 'rescheduling', cancel: 'cancelled' } as const
const byClinic = { supersede: 'superseded', withdraw: 'withdrawn' } as const

/** What each event makes of each state; an event that is not here cannot happen in that state. */
export const transitions: Record<State, Partial<Record<Event, State>>> = {
  open: { ...answers, ...byClinic },
  confirmed: { ...answers, ...byClinic, arrive: 'arrived' },
  rescheduling: { ...answers, ...byClinic },
  cancelled: { ...answers, ...byClinic },
  // A newer notice of the same thing is of another visit: the old QR code must not open that one.
  arrived: { supersede: 'superseded' },
  superseded: {},
  withdrawn: {},
  imported: { ...byClinic, arrive: 'arrived' },
}

/** The states in which an event may happen. */
export const statesBefore = (event: Event) => states.filter((state) => transitions[state][event] !== undefined)

/** The states that an event changes, and what it makes of them. */
export function changeBy(event: Event): { from: State[]; to: State } {
  const from = statesBefore(event).filter((state) => transitions[state][event] !== state)
  return { from, to: transitions[from[0]!][event]! }
}
