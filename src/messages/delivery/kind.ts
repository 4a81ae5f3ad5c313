import { notificationStates, type State } from '../../visits/state.ts'

export const messageKinds = [
  /** Asks the contact for an answer. */
  'notice',
  /** Reminds the contact of the visit, at a step of the clinic's sequence. */
  'reminder',
  /** Tells a contact who was told of a visit that it has another start. */
  'moved',
  /** Tells a contact who was told of a visit that the clinic has withdrawn it, or given its key to another contact. */
  'withdrawn',
  /** Offers another time to a contact who did not come. */
  'no-show',
  /** The QR code as a picture, after a confirmation. */
  'confirmation',
  /** The effect of an answer. After a confirmation, it has the link to the QR code. */
  'acknowledgement',
  /** Asks a contact who replies CANCEL whether they mean the visit, or the messages. */
  'clarification',
  /** Asks which of several notices an answer is for. The state of this notice does not matter: others may be open. */
  'question',
  /** What the clinic writes to a contact's text, in its own words. */
  'answer',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** The kinds of message that answer a text of the contact, whatever becomes of the notification. */
export const kindsOfEveryState = ['question', 'answer'] as const satisfies MessageKind[]

/** The kinds of message that answer what the contact has just done. */
export const answeringKinds = [
  'confirmation',
  'acknowledgement',
  'clarification',
  ...kindsOfEveryState,
] as const satisfies MessageKind[]

export const answersContact = (kind: MessageKind) => answeringKinds.some((one) => one === kind)

const askingKinds: MessageKind[] = ['notice', 'reminder', 'moved']

/** Whether the message asks the contact for an answer, as long as there is none. */
export const asksForAnswer = (kind: MessageKind) => askingKinds.includes(kind)

/** Whether the message tells the contact of the visit. */
export const tellsOfVisit = (kind: MessageKind) => !kindsOfEveryState.some((one) => one === kind)

/** The kinds of message that the outbox still sends in each state of the notification. */
const sentIn = {
  open: ['notice', 'reminder', 'moved', 'clarification', ...kindsOfEveryState],
  confirmed: ['reminder', 'confirmation', 'acknowledgement', 'clarification', ...kindsOfEveryState],
  rescheduling: ['reminder', 'acknowledgement', 'clarification', ...kindsOfEveryState],
  cancelled: ['acknowledgement', ...kindsOfEveryState],
  arrived: [...kindsOfEveryState],
  'no-show': ['no-show', ...kindsOfEveryState],
  superseded: ['withdrawn', ...kindsOfEveryState],
  withdrawn: ['withdrawn', ...kindsOfEveryState],
  imported: [...kindsOfEveryState],
} as const satisfies Record<State, readonly MessageKind[]>

/** Whether the outbox still sends a message of this kind in this state of the notification. */
export const isSentIn = (state: State, kind: MessageKind) => (sentIn[state] as readonly MessageKind[]).includes(kind)

/** The states in which the outbox still sends a message of this kind. */
export const statesOf = (kind: MessageKind) => notificationStates.filter((state) => isSentIn(state, kind))

/** The kinds of message that contain the start of the visit. */
export const kindsWithStart = [
  'notice',
  'reminder',
  'moved',
  'confirmation',
  'acknowledgement',
] as const satisfies MessageKind[]

type StatesWith<Kind extends MessageKind> = {
  [Name in State]: Kind extends (typeof sentIn)[Name][number] ? Name : never
}[State]

/** The states that an acknowledgement reports. */
export type AcknowledgedState = StatesWith<'acknowledgement'>
