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
