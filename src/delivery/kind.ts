import { notificationStates, type State } from '../visits/state.ts'

export const messageKinds = [
  /** Asks the contact for an answer. */
  'notice',
  /** Tells a contact who was told of a visit that it has another start. */
  'moved',
  /** Tells a contact who was told of a visit that the clinic has withdrawn it, or given its key to another contact. */
  'withdrawn',
  /** The QR code by e-mail, after a confirmation. */
  'confirmation',
  /** The effect of an answer, by text message. After a confirmation, it has the link to the QR code. */
  'acknowledgement',
  /** Asks a contact who texts CANCEL whether they mean the visit, or the messages. */
  'clarification',
  /** Asks which of several notices an answer is for. The state of this notice does not matter: others may be open. */
  'question',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** The kinds of message that the outbox still sends in each state of the notification. */
const sentIn = {
  open: ['notice', 'moved', 'clarification', 'question'],
  confirmed: ['confirmation', 'acknowledgement', 'clarification', 'question'],
  rescheduling: ['acknowledgement', 'clarification', 'question'],
  cancelled: ['acknowledgement', 'question'],
  arrived: ['question'],
  superseded: ['withdrawn', 'question'],
  withdrawn: ['withdrawn', 'question'],
  imported: ['question'],
} as const satisfies Record<State, readonly MessageKind[]>

/** Whether the outbox still sends a message of this kind in this state of the notification. */
export const isSentIn = (state: State, kind: MessageKind) => (sentIn[state] as readonly MessageKind[]).includes(kind)

/** The states in which the outbox still sends a message of this kind. */
export const statesOf = (kind: MessageKind) => notificationStates.filter((state) => isSentIn(state, kind))

/** The kinds of message that contain the start of the visit. */
export const kindsWithStart = ['notice', 'moved', 'confirmation', 'acknowledgement'] as const satisfies MessageKind[]

type StatesWith<Kind extends MessageKind> = {
  [Name in State]: Kind extends (typeof sentIn)[Name][number] ? Name : never
}[State]

/** The states that an acknowledgement reports. */
export type Acknowledged = StatesWith<'acknowledgement'>
