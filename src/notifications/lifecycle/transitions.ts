import { answerNames } from '../../visits/plugins/plugin.ts'
import { notificationStates, type State } from '../../visits/state.ts'

/** The target state of each transition. `same` keeps the state, and `restores` names the column with the state to restore. */
const targets = {
  confirm: 'confirmed',
  reschedule: 'rescheduling',
  cancel: 'cancelled',
  arrive: 'arrived',
  annul: { restores: 'arrived_from' },
  // The contact neither came nor said so.
  miss: 'no-show',
  // The clock was ahead when the service noted that the contact had not come.
  undoMiss: { restores: 'missed_from' },
  // History does not contain the state. A visit that the clinic submits again needs one.
  adopt: 'open',
  // Staff have dealt with the request for another time, or have called the contact.
  markDone: 'same',
  update: 'same',
  supersede: 'superseded',
  withdraw: 'withdrawn',
} as const satisfies Record<string, State | 'same' | { restores: 'arrived_from' | 'missed_from' }>

export type TransitionName = keyof typeof targets

/** The life cycle of a notification: the transitions that can happen in each state. Any other changes nothing. */
const allowed = {
  open: ['confirm', 'reschedule', 'cancel', 'arrive', 'miss', 'update', 'supersede', 'withdraw'],
  confirmed: ['reschedule', 'cancel', 'arrive', 'miss', 'update', 'supersede', 'withdraw'],
  rescheduling: ['confirm', 'cancel', 'arrive', 'markDone', 'update', 'supersede', 'withdraw'],
  // A contact who cancelled may still come to the desk.
  cancelled: ['confirm', 'reschedule', 'arrive', 'update', 'supersede', 'withdraw'],
  // The new notification is about another visit, for which the old QR code must not be valid.
  arrived: ['annul', 'update', 'supersede'],
  // Staff can still mark the arrival, the contact can ask for another time, and the clinic can give it.
  'no-show': ['undoMiss', 'reschedule', 'arrive', 'markDone', 'update', 'supersede', 'withdraw'],
  // Staff have called a contact whom no message told about the withdrawal or the move.
  superseded: ['markDone'],
  withdrawn: ['markDone'],
  imported: ['adopt', 'arrive', 'supersede', 'withdraw'],
} as const satisfies Record<State, readonly TransitionName[]>

/** Whether the state allows the transition. */
export const canHappen = (transition: TransitionName, state: State) =>
  (allowed[state] as readonly TransitionName[]).includes(transition)

const entryOf = <Name extends TransitionName>(name: Name) => ({
  from: notificationStates.filter((state) => canHappen(name, state)),
  to: targets[name],
})

/** The source states and the target state of each transition. */
export const transitions = Object.fromEntries(
  Object.keys(targets).map((name) => [name, entryOf(name as TransitionName)]),
) as {
  [Name in TransitionName]: { from: State[]; to: (typeof targets)[Name] }
}

/** Whether the contact has not answered: each answer would change the state. */
export const isUnanswered = (state: State) => answerNames.every((answer) => canHappen(answer, state))

/** Whether a contact can answer in this state, or change an earlier answer. */
export const isAnswerable = (state: State) => state === transitions.confirm.to || canHappen('confirm', state)
