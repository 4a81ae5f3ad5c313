import { notificationStates, type State } from '../notifications/state.ts'

/** The kinds of message, each with the notification states in which the outbox still sends it. */
export const kinds = {
  /** The notice itself. */
  notice: ['open'],
  /** The QR code by e-mail, after a confirmation. */
  confirmation: ['confirmed'],
  /** The effect of an answer by text message. */
  acknowledgement: ['confirmed', 'rescheduling', 'cancelled'],
  /** Asks which of several notices an answer is for. The state of this notice does not matter: others may be open. */
  question: notificationStates,
} as const satisfies Record<string, readonly State[]>

export type Kind = keyof typeof kinds

/** The states that an acknowledgement reports. */
export type Acknowledged = (typeof kinds)['acknowledgement'][number]
