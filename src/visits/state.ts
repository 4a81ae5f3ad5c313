/** The properties of each state. To add a state, add a row. The compiler then reports each table that lacks it.
 *  `stands`: the notification stands for its visit. Neither another notification nor a withdrawal took its place. */
export const states = {
  open: { stands: true },
  confirmed: { stands: true },
  rescheduling: { stands: true },
  cancelled: { stands: true },
  arrived: { stands: true },
  superseded: { stands: false },
  withdrawn: { stands: false },
  // A history file created the notification, and does not contain its state.
  imported: { stands: true },
} as const satisfies Record<string, { stands: boolean }>

export type State = keyof typeof states
export const notificationStates = Object.keys(states) as State[]

/** The states of notifications whose place another one took, or that the clinic withdrew. */
export const endedStates = notificationStates.filter((state) => !states[state].stands)
