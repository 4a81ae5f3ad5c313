/** The states of a notification. `imported`: a history file created it, and does not contain its state. */
export const notificationStates = [
  'open',
  'confirmed',
  'rescheduling',
  'cancelled',
  'arrived',
  'superseded',
  'withdrawn',
  'imported',
] as const
export type State = (typeof notificationStates)[number]
