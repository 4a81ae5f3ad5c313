export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

export const weekdayOf = (day: Temporal.PlainDate): Weekday => weekdays[day.dayOfWeek - 1]!

/** The days of the week on which a clinic is open, unless it says otherwise. */
export const defaultOpeningDays: Weekday[] = weekdays.slice(0, 5)
