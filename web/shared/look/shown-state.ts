import type { NotificationStatus } from '../../../client/client.ts'

/** How lists show a visit's state. `overdue` is a visit that began ten minutes ago, without an arrival. `unsent` is an
 *  arrival that only this device has. */
export type ShownState =
  | 'expected'
  | 'confirmed'
  | 'rescheduling'
  | 'cancelled'
  | 'arrived'
  | 'unsent'
  | 'overdue'
  | 'no-show'

/** The shown state of each state. A moved visit has none: lists show its successor. */
export const shownStates: Record<NotificationStatus['state'], ShownState | undefined> = {
  open: 'expected',
  confirmed: 'confirmed',
  rescheduling: 'rescheduling',
  cancelled: 'cancelled',
  arrived: 'arrived',
  'no-show': 'no-show',
  superseded: undefined,
  withdrawn: 'cancelled',
  imported: 'expected',
}
