import { notificationStates, type State } from '../visits/state.ts'

/** The kinds of message, each with the notification states in which the outbox still sends it. */
export const messageKinds = {
  /** Asks the contact for an answer. */
  notice: ['open'],
  /** Tells a contact who was told of a visit that it has another start. */
  moved: ['open'],
  /** Tells a contact who was told of a visit that the clinic has withdrawn it, or given its key to another contact. */
  withdrawn: ['withdrawn', 'superseded'],
  /** The QR code by e-mail, after a confirmation. */
  confirmation: ['confirmed'],
  /** The effect of an answer, by text message. After a confirmation, it has the link to the QR code. */
  acknowledgement: ['confirmed', 'rescheduling', 'cancelled'],
  /** Asks a contact who texts CANCEL whether they mean the visit, or the messages. */
  clarification: ['open', 'confirmed', 'rescheduling'],
  /** Asks which of several notices an answer is for. The state of this notice does not matter: others may be open. */
  question: notificationStates,
} as const satisfies Record<string, readonly State[]>

export type MessageKind = keyof typeof messageKinds

/** The kinds of message that contain the start of the visit. */
export const kindsWithStart = ['notice', 'moved', 'confirmation', 'acknowledgement'] as const satisfies MessageKind[]

/** The states that an acknowledgement reports. */
export type Acknowledged = (typeof messageKinds)['acknowledgement'][number]
