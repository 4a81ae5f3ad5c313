/** The properties of each state. To add a state, add a row. The compiler then reports each table that lacks it.
 *  `isCurrent`: the notification is the current one of its visit. Neither another notification nor a withdrawal took its place.
 *  `isReminded`: the clinic can remind the contact of the visit.
 *  `isMissed`: the contact did not come, and can still ask for another time. */
export const states = {
  open: { isCurrent: true, isReminded: true, isMissed: false },
  confirmed: { isCurrent: true, isReminded: true, isMissed: false },
  rescheduling: { isCurrent: true, isReminded: true, isMissed: false },
  cancelled: { isCurrent: true, isReminded: false, isMissed: false },
  arrived: { isCurrent: true, isReminded: false, isMissed: false },
  'no-show': { isCurrent: true, isReminded: false, isMissed: true },
  superseded: { isCurrent: false, isReminded: false, isMissed: false },
  withdrawn: { isCurrent: false, isReminded: false, isMissed: false },
  // A history file created the notification, and does not contain its state.
  imported: { isCurrent: true, isReminded: false, isMissed: false },
} as const satisfies Record<string, { isCurrent: boolean; isReminded: boolean; isMissed: boolean }>

export type State = keyof typeof states
export const notificationStates = Object.keys(states) as State[]

export type RemindedState = {
  [Name in State]: (typeof states)[Name]['isReminded'] extends true ? Name : never
}[State]

/** The states in which the clinic can remind the contact. */
export const remindedStates = notificationStates.filter((state): state is RemindedState => states[state].isReminded)

/** The states of notifications whose place another one took, or that the clinic withdrew. */
export const replacedOrWithdrawnStates = notificationStates.filter((state) => !states[state].isCurrent)
