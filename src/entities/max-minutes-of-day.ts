/** The bounds of the arrival window, in minutes, are at most a day. */
export const maxMinutesOfDay = 1_440
