import { notificationStates, type State } from '../notifications/state.ts'

/** What a delivery brings, and in which states of its notification it still goes out. */
export const kinds = {
  /** The notice itself. */
  notice: ['open'],
  /** The QR code, by mail, after a confirmation. */
  confirmation: ['confirmed'],
  /** What has become of an answer that came as a text message. */
  acknowledgement: ['confirmed', 'rescheduling', 'cancelled'],
  /** Which of several notices an answer is meant for: sent as long as there are any, whatever became of this one. */
  question: notificationStates,
} as const satisfies Record<string, readonly State[]>

export type Kind = keyof typeof kinds

/** The states that an acknowledgement tells of. */
export type Acknowledged = (typeof kinds)['acknowledgement'][number]
